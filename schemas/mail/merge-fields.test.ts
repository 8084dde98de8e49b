import { describe, expect, it } from 'vitest';
import { asMarkdown, mergeText, unknownMergeFields } from './merge-fields.ts';

const values = new Map([
  ['client.name', 'Smith & *Sons*'],
  ['form.start', 'May'],
]);

describe('a message', () => {
  it('tells the values in the places of their names, with or without spaces inside the braces', () => {
    expect(mergeText('Hello {{client.name}}, see you in {{ form.start }}', values)).toBe(
      'Hello Smith & *Sons*, see you in May',
    );
  });

  it('keeps what it does not know as it is written', () => {
    expect(mergeText('{{client.secret}} {{ }} {client.name}', values)).toBe('{{client.secret}} {{ }} {client.name}');
    expect(unknownMergeFields('{{client.secret}} {{client.name}} {{client.secret}}', new Set(values.keys()))).toEqual([
      'client.secret',
    ]);
  });

  it('does not merge again what a value says', () => {
    const tricky = new Map(values).set('client.name', '{{form.start}}');
    expect(mergeText('{{client.name}}', tricky)).toBe('{{form.start}}');
  });

  it('writes a value into markdown so that no sign of it means anything', () => {
    expect(mergeText('{{client.name}}', values, asMarkdown)).toBe('Smith \\& \\*Sons\\*');
    expect(asMarkdown('# a\n\n<b>[x](http://y)</b>')).toBe('\\# a \\<b\\>\\[x\\]\\(http\\:\\/\\/y\\)\\<\\/b\\>');
  });
});
