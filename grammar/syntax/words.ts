import type { Unit } from './tree.ts';

/** What a unit may be called, and which one it is. The grammar reads its longest match from here. */
export const UNITS: ReadonlyMap<string, Unit> = new Map(
  (['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const).flatMap((unit) => [
    [unit, unit],
    [`${unit}s`, unit],
  ]),
);

/** Words that begin a statement: after an error the parser goes on at the next of these. */
export const STATEMENT_WORDS = [
  'take',
  'get',
  'use',
  'let',
  'define',
  'each',
  'for',
  'if',
  'validate',
  'reject',
  'skip',
  'continue',
  'print',
] as const;

/** Every word that the language gives a meaning, for suggestions and completion. */
export const KEYWORDS: readonly string[] = [
  ...STATEMENT_WORDS,
  ...['from', 'as', 'of', 'in', 'else', 'because', 'or', 'and', 'not', 'includes', 'matches', 'mod'],
  ...['true', 'false', 'nothing', 'now', 'today', 'index', 'this', 'it', 'ago', 'ahead', 'later'],
  ...UNITS.keys(),
];

/** Whether a word means something to the language, so that no name is written like it. */
export const isKeyword = (word: string): boolean => KEYWORDS.includes(word);
