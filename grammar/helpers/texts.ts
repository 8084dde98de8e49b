import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import { FOLDING_COST } from '../values/case-folding.ts';
import { isList, type Kind, kindOf } from '../values/kind.ts';
import { toText } from '../values/text.ts';
import type { BuiltIn } from './built-in.ts';

const TEXT: readonly Kind[] = ['text'];
const TEXTS = { list: 'text' } as const;
const ANY: readonly Kind[] = ['nothing', 'boolean', 'number', 'text', 'list', 'record', 'date', 'duration'];

const chars = splitHelper('Its characters, as a list', charsOf);
const upper = mapHelper('In capital letters; of a list, each of its texts', (text) => text.toUpperCase());
const lower = mapHelper('In small letters; of a list, each of its texts', (text) => text.toLowerCase());

/** Helpers for texts (rules-language 4). */
export const TEXT_HELPERS = {
  words: splitHelper('Its words, as a list', (text, limit) =>
    text
      .trim()
      .split(/\s+/, limit)
      .filter((word) => word !== ''),
  ),
  lines: splitHelper('Its lines, as a list', (text, limit) => text.split(/\r\n|\n|\r/, limit)),
  chars,
  characters: chars,
  trim: mapHelper('Without the space around it; of a list, each of its texts', (text) => text.trim()),
  upper,
  uppercase: upper,
  lower,
  lowercase: lower,
  digits: {
    accepts: TEXT,
    resultType: 'text',
    doc: 'Its digits alone: those of (212) 555-0100 are 2125550100',
    run(run, site, value) {
      if (typeof value !== 'string') return null;
      run.growText(site, value.length);
      run.spendText(DIGITS_COST * value.length);
      return value.replace(/[^0-9]+/g, '');
    },
  },
  text: { accepts: ANY, resultType: 'text', doc: 'Any value as text', run: toText },
} as const satisfies Record<string, BuiltIn>;

/** How much longer a search for digits takes than a copy. */
const DIGITS_COST = 4;

function splitHelper(doc: string, split: (text: string, limit: number) => string[]): BuiltIn {
  return {
    accepts: TEXT,
    resultType: TEXTS,
    doc,
    run(run, site, value) {
      if (typeof value !== 'string') return null;
      run.spendText(value.length);
      // One more than the limit, so that an overflow is noticed without building more items.
      const parts = split(value, run.host.limits.list + 1);
      run.spend(PART_STEPS * parts.length);
      run.growList(site, parts.length);
      return parts;
    },
  };
}

/** Steps charged for cutting a part out of a text. */
const PART_STEPS = 2;

/** Splits off at most `limit` characters. A character has at most two code units. */
function charsOf(text: string, limit: number): string[] {
  return Array.from(text.slice(0, 2 * limit));
}

function mapHelper(doc: string, change: (text: string) => string): BuiltIn {
  return {
    accepts: ['text', 'list'],
    resultType: (input) => (input === 'text' ? 'text' : input === 'any' ? 'any' : TEXTS),
    doc,
    run: (run, site, value) =>
      isList(value) ? value.map((item) => changeItem(run, site, item, change)) : changeText(run, site, value, change),
  };
}

function changeItem(run: Run, site: Span, item: unknown, change: (text: string) => string): unknown {
  run.spend(1);
  return typeof item === 'string'
    ? changeText(run, site, item, change)
    : run.expect(site, 'a list of texts', kindOf(item));
}

function changeText(run: Run, site: Span, value: unknown, change: (text: string) => string): unknown {
  if (typeof value !== 'string') return null;
  run.growText(site, value.length);
  run.spendText(FOLDING_COST * value.length);
  const text = change(value);
  // A few letters become longer in upper case, so the size limit is checked for the result, too.
  if (text.length > value.length) run.growText(site, text.length);
  return text;
}
