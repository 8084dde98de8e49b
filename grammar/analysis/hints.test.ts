import { describe, expect, it } from 'vitest';
import { analyzeValid, formatFindings } from '#tests/rules/analyze-valid.ts';
import { findHints } from './analysis.ts';

function hints(source: string): string[] {
  const { script, analysis } = analyzeValid(source, { start: 'date' });
  return formatFindings(source, findHints(script, source, analysis.types));
}

describe('findHints', () => {
  it.each([
    ['10\n-3', ["line-continues '-'"]],
    ['10 -\n3', []],
    ['10;\n-3', []],
    ['10\n+3', []],
    ['1 month ago', ["month-lengths-differ '1 month ago'"]],
    ['2 years ahead', ["month-lengths-differ '2 years ahead'"]],
    ['30 days ago', []],
    ['$start + 1 month', ["month-lengths-differ '1 month'"]],
    ['$start - (2 years)', ["month-lengths-differ '2 years'"]],
    ['$start + 30 days', []],
    ['1 month + 1 month', []],
  ])('finds in %j: %j', (source, expected) => {
    expect(hints(source)).toEqual(expected);
  });
});
