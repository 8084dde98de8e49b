import { describe, expect, it } from 'vitest';
import { asMarkdown, mergeText, unknownMergeFields } from './merge-fields.ts';

const values = new Map([
  ['client.name', 'Smith & *Sons*'],
  ['form.start', 'May'],
]);

describe('mergeText', () => {
  it('replaces a merge field by its value, with or without spaces inside the braces', () => {
    expect(mergeText('Hello {{client.name}}, see you in {{ form.start }}', values)).toBe(
      'Hello Smith & *Sons*, see you in May',
    );
  });

  it('leaves an unknown merge field unchanged, and unknownMergeFields lists it once', () => {
    expect(mergeText('{{client.secret}} {{ }} {client.name}', values)).toBe('{{client.secret}} {{ }} {client.name}');
    expect(unknownMergeFields('{{client.secret}} {{client.name}} {{client.secret}}', new Set(values.keys()))).toEqual([
      'client.secret',
    ]);
  });

  it('does not merge a field name inside a value', () => {
    const tricky = new Map(values).set('client.name', '{{form.start}}');
    expect(mergeText('{{client.name}}', tricky)).toBe('{{form.start}}');
  });

  it('escapes markdown characters in a value', () => {
    expect(mergeText('{{client.name}}', values, asMarkdown)).toBe('Smith \\& \\*Sons\\*');
    expect(asMarkdown('# a\n\n<b>[x](http://y)</b>')).toBe('\\# a \\<b\\>\\[x\\]\\(http\\:\\/\\/y\\)\\<\\/b\\>');
  });
});
