import type { Unit } from './tree.ts';

/** Time units by their singular and plural names. */
export const UNITS: ReadonlyMap<string, Unit> = new Map(
  (['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const).flatMap((unit) => [
    [unit, unit],
    [`${unit}s`, unit],
  ]),
);

/** Keywords that start a statement. Error recovery continues at the next one. */
const STATEMENT_WORDS = [
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

/** All keywords of the language, for suggestions and completion. */
export const KEYWORDS: readonly string[] = [
  ...STATEMENT_WORDS,
  ...['from', 'as', 'of', 'in', 'else', 'because', 'or', 'and', 'not', 'includes', 'matches', 'mod'],
  ...['true', 'false', 'nothing', 'now', 'today', 'index', 'this', 'it', 'ago', 'ahead', 'later'],
  ...UNITS.keys(),
];

/** Whether a word is a keyword, so that it can not be mistaken for a name. */
export const isKeyword = (word: string): boolean => KEYWORDS.includes(word);
