import { describe, expect, it } from 'vitest';
import { maxOptions, parseOptionLines } from './parse-option-lines.ts';

describe('a pasted list of options', () => {
  it('has an option per line: a text, or a value and its label', () => {
    const text = ' Radio \r\n\nprint\tPrint media\nTV = Television = big\n\tOnly a label\nweb\tweb\n';
    expect(parseOptionLines(text, [])).toEqual({
      options: [
        { value: 'Radio' },
        { value: 'print', label: 'Print media' },
        { value: 'TV', label: 'Television = big' },
        { value: 'Only a label' },
        { value: 'web' },
      ],
      skipped: 0,
    });
  });

  it('leaves out values that are options already, or twice in the list, and counts them', () => {
    expect(parseOptionLines('a\nb\na\nc', ['b'])).toEqual({ options: [{ value: 'a' }, { value: 'c' }], skipped: 2 });
  });

  it('adds at most as many as a field may have', () => {
    const lines = Array.from({ length: maxOptions + 3 }, (_, index) => `o${index}`).join('\n');
    const { options, skipped } = parseOptionLines(lines, ['x']);
    expect([options.length, skipped]).toEqual([maxOptions - 1, 4]);
  });
});
