import { acceptedText, itemType } from '../helpers/built-in.ts';
import type { Run } from '../runtime/run.ts';
import type { PhraseName, Span } from '../syntax/tree.ts';
import type { Type } from '../types.ts';
import { FAILED, isList, type Kind, kindOf } from '../values/kind.ts';
import { hasEnd, hasStart, joinItems, partOf, replaceText, splitText } from './texts.ts';
import { workingDays, workingDaysFromToday } from './working-days.ts';

/** An operator made of words and operands: `$text starts with "a"`, `first of $list` (rules-language 4). */
export interface Phrase {
  /** The words before, between and after the operands. */
  readonly words: readonly string[];
  /** The kind of each operand. */
  readonly accepts: readonly Kind[];
  readonly resultType: Type | ((first: Type) => Type);
  /** The result, with a warning, if an operand has another kind. */
  readonly resultOnMismatch: false | null;
  readonly doc: string;
  /** Evaluates the phrase. The operands have the accepted kinds; `sites` are their source ranges. */
  run(run: Run, sites: readonly Span[], operands: readonly unknown[]): unknown;
}

const TEXTS = { list: 'text' } as const;

/** All phrases. They were added after 25 November 2026. */
export const PHRASES: Readonly<Record<PhraseName, Phrase>> = {
  'starts with': textTest('starts with', 'Whether a text begins with a text: "WXYZ-FM" starts with "WX"', hasStart),
  'not starts with': textTest('not starts with', 'Whether a text does not begin with a text', not(hasStart)),
  'ends with': textTest('ends with', 'Whether a text ends with a text: "WXYZ-FM" ends with "-FM"', hasEnd),
  'not ends with': textTest('not ends with', 'Whether a text does not end with a text', not(hasEnd)),
  at: {
    words: ['', 'at', ''],
    accepts: ['list', 'number'],
    resultType: itemType,
    resultOnMismatch: null,
    doc: 'An item of a list by its number, from 1: ["a", "b"] at 2',
    run: (run, sites, [list, number]) => itemAt(run, sites, list, number),
  },
  part: {
    words: ['', 'part', 'to', ''],
    accepts: ['text', 'number', 'number'],
    resultType: 'text',
    resultOnMismatch: null,
    doc: 'Characters of a text, from 1, both included: "90210-1234" part 1 to 5',
    run: partOf,
  },
  replace: {
    words: ['', 'replace', 'with', ''],
    accepts: ['text', 'text', 'text'],
    resultType: 'text',
    resultOnMismatch: null,
    doc: 'A text with each occurrence of a text replaced: "a-b" replace "-" with ""',
    run: replaceText,
  },
  split: {
    words: ['', 'split', ''],
    accepts: ['text', 'text'],
    resultType: TEXTS,
    resultOnMismatch: null,
    doc: 'The parts of a text between a text, as a list: "a;b" split ";"',
    run: splitText,
  },
  join: {
    words: ['', 'join', ''],
    accepts: ['list', 'text'],
    resultType: 'text',
    resultOnMismatch: null,
    doc: 'The items of a list as one text, with a text between: ["a", "b"] join "; "',
    run: joinItems,
  },
  'first of': {
    words: ['first of', ''],
    accepts: ['list'],
    resultType: itemType,
    resultOnMismatch: null,
    doc: 'The first item of a list, or nothing: first of $rates where $code == $market',
    run: (_run, _sites, [list]) => (isList(list) ? (list[0] ?? null) : null),
  },
  'count of': {
    words: ['count of', ''],
    accepts: ['list'],
    resultType: 'number',
    resultOnMismatch: null,
    doc: 'How many items a list has: count of $lines where $quantity > 10',
    run: (_run, _sites, [list]) => (isList(list) ? list.length : null),
  },
  'working_days of': {
    words: ['working_days of', ''],
    accepts: ['list'],
    resultType: 'number',
    resultOnMismatch: null,
    doc: 'The days from Monday to Friday between two dates, both included, without holidays: working_days of [$start, $end]',
    run: workingDays,
  },
  'working days ahead': {
    words: ['', 'working days ahead'],
    accepts: ['number'],
    resultType: 'date',
    resultOnMismatch: null,
    doc: 'Counts on from today without Saturdays and Sundays: 5 working days ahead',
    run: (run, sites, [count]) => workingDaysFromToday(run, sites, count, 1),
  },
  'working days ago': {
    words: ['', 'working days ago'],
    accepts: ['number'],
    resultType: 'date',
    resultOnMismatch: null,
    doc: 'Counts back from today without Saturdays and Sundays: 5 working days ago',
    run: (run, sites, [count]) => workingDaysFromToday(run, sites, count, -1),
  },
};

/** Evaluates a phrase for operands of any kind. A mismatch is reported at the operand. */
export function runPhrase(run: Run, name: PhraseName, sites: readonly Span[], operands: readonly unknown[]): unknown {
  const { accepts, resultOnMismatch, run: perform } = PHRASES[name];
  run.spend(1);
  for (const [index, expected] of accepts.entries()) {
    const operand = operands[index];
    if (operand === FAILED) return FAILED;
    const kind = kindOf(operand);
    if (kind === expected) continue;
    run.expect(sites[index] ?? NOWHERE, acceptedText([expected]), kind);
    return resultOnMismatch;
  }
  return perform(run, sites, operands);
}

const NOWHERE: Span = { from: 0, to: 0 };

type Test = (run: Run, text: string, part: string) => boolean;

function textTest(word: string, doc: string, test: Test): Phrase {
  return {
    words: ['', word, ''],
    accepts: ['text', 'text'],
    resultType: 'boolean',
    resultOnMismatch: false,
    doc,
    run: (run, _sites, [text, part]) => typeof text === 'string' && typeof part === 'string' && test(run, text, part),
  };
}

function not(test: Test): Test {
  return (run, text, part) => !test(run, text, part);
}

function itemAt(run: Run, [, site = NOWHERE]: readonly Span[], list: unknown, number: unknown): unknown {
  if (!isList(list) || typeof number !== 'number') return null;
  if (!Number.isInteger(number)) return run.expect(site, 'a whole number', 'number');
  return number < 1 ? null : (list[number - 1] ?? null);
}
