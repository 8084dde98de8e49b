import { describe, expect, it } from 'vitest';
import { parseMasked } from './parse-masked.ts';

describe('a text with a mask', () => {
  it.each([
    ['6175550143', 'phone', '(617) 555-0143'],
    [' 617.555.0143 ', 'phone', '(617) 555-0143'],
    ['+1 617 555 0143', 'phone', '(617) 555-0143'],
    ['02113', 'zip', '02113'],
    ['021131234', 'zip', '02113-1234'],
    ['ab1234', 'AA-9999', 'ab-1234'],
    ['1234', 'INV-9999', 'INV-1234'],
    ['inv 1234', 'INV-9999', 'INV-1234'],
    ['é7', '**', 'é7'],
  ])('%j is written in the form of %s: %s', (text, mask, value) => {
    expect(parseMasked(text, mask)).toEqual({ status: 'value', value, text: value });
    expect(parseMasked(value, mask)).toEqual({ status: 'value', value, text: value });
  });

  it.each([
    ['555-0143', 'phone', 'Must have the form (999) 999-9999, where 9 is a digit'],
    ['2113', 'zip', 'Must have the form 99999 or 99999-9999, where 9 is a digit'],
    ['A-12345', 'AA-9999', 'Must have the form AA-9999, where 9 is a digit, A is a letter'],
    ['?!', '**', 'Must have the form **, where * is a letter or digit'],
  ])('%j does not fit %s', (text, mask, message) => {
    expect(parseMasked(text, mask)).toEqual({ status: 'problem', message });
  });

  it('is empty if it is blank', () => {
    expect(parseMasked(' \u200b ', 'zip')).toEqual({ status: 'empty' });
  });
});
