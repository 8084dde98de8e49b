import { describe, expect, it } from 'vitest';
import { formatFindings } from '#tests/rules/analyze-valid.ts';
import { LIMITS } from '../limits.ts';
import { scan } from './scan.ts';
import { translator } from './translations.ts';

function faults(source: string): string[] {
  return formatFindings(source, scan(source, LIMITS).faults);
}

describe('scan', () => {
  it.each([
    ['let $a = 1_000.5 // @', []],
    ['"@ # \\" \\\\ \\n \\t \\u00e9" + 5days', []],
    ['@ && $', ["unknown-token '@'", "unknown-token '&&'", "unknown-token '$'"]],
    ['"a\\qb"', ["bad-syntax '\\q'"]],
    [
      '1. 1__0 1_ 1e5 5apples 1.2.3',
      [
        "bad-syntax '1.'",
        "bad-syntax '1__0'",
        "bad-syntax '1_'",
        "bad-syntax '1e5'",
        "bad-syntax '5apples'",
        "bad-syntax '1.2.3'",
      ],
    ],
    ['1 "abc', ["bad-syntax '\"abc'"]],
  ])('reports the invalid tokens of %s', (source, expected) => {
    expect(faults(source)).toEqual(expected);
  });

  it.each([
    ['&&', 'and'],
    ['||', 'or'],
    ['≤', '<='],
    ['“', '"'],
  ])('suggests for %s the token %s', (token, suggestion) => {
    expect(scan(token, LIMITS, translator).faults.map((fault) => fault.suggestion)).toEqual([suggestion]);
  });
});

describe('the size limits of scan', () => {
  it.each([
    ['('.repeat(100), null],
    ['('.repeat(101), 'nested-too-deep'],
    ['()'.repeat(500), null],
    ['!'.repeat(101), 'nested-too-deep'],
    ['! - not '.repeat(40), 'nested-too-deep'],
    ['!$a '.repeat(500), null],
    [`"${'('.repeat(500)}"`, null],
    [`// ${'('.repeat(500)}`, null],
    [')'.repeat(500), null],
    [' '.repeat(65_536), null],
    [' '.repeat(65_537), 'script-too-long'],
  ])('apply to source %#', (source, expected) => {
    expect(scan(source, LIMITS).limitFinding?.code ?? null).toBe(expected);
  });
});
