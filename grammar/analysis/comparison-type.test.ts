import { describe, expect, it } from 'vitest';
import { analyzeValid } from '#tests/rules/analyze-valid.ts';

const schema = { text: 'text', number: 'number', date: 'date', list: { list: 'text' }, any: 'any' } as const;

/** Returns the warnings for a comparison. */
function warningsOf(source: string): string[] {
  return analyzeValid(source, schema).analysis.findings.map(({ args }) => `${args.expected}, got ${args.got}`);
}

describe('the type check of comparisons', () => {
  it.each([
    ['$number == 1'],
    ['$text < "b"'],
    ['$any > 1'],
    ['$date >= today'],
    ['$text == nothing'],
    ['nothing != $date'],
    ['$list includes "a"'],
    ['$list includes 1'],
    ['$text includes "a"'],
    ['"a" in $list'],
    ['"a" not in $text'],
    ['$text matches "A"'],
    ['$any matches $any'],
  ])('accepts %s', (source) => {
    expect(warningsOf(source)).toEqual([]);
  });

  it.each([
    ['$number == "1"', 'matching types, got number and text'],
    ['$date != 1', 'matching types, got date and number'],
    ['$text < 1', 'matching types, got text and number'],
    ['$number includes 1', 'a list, got number'],
    ['1 in $date', 'a list, got date'],
    ['$text includes 1', 'a text, got number'],
    ['1 not in $text', 'a text, got number'],
    ['$list matches "a"', 'a text, got list'],
    ['$text matches 1', 'a text, got number'],
  ])('warns for %s: "expected %s"', (source, expected) => {
    expect(warningsOf(source)).toEqual([expected]);
  });
});
