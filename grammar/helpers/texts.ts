import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import { FOLDING_COST } from '../values/folding.ts';
import { isList, type Kind, kindOf } from '../values/kind.ts';
import { toText } from '../values/text.ts';
import type { BuiltIn } from './built-in.ts';

const TEXT: readonly Kind[] = ['text'];
const TEXTS = { list: 'text' } as const;
const ANY: readonly Kind[] = ['nothing', 'boolean', 'number', 'text', 'list', 'record', 'date', 'duration'];

const chars = splitting('Its characters, as a list', charsOf);
const upper = changing('In capital letters; of a list, each of its texts', (text) => text.toUpperCase());
const lower = changing('In small letters; of a list, each of its texts', (text) => text.toLowerCase());

/** Helpers for texts (rules-language 4). */
export const TEXT_HELPERS = {
  words: splitting('Its words, as a list', (text, most) =>
    text
      .trim()
      .split(/\s+/, most)
      .filter((word) => word !== ''),
  ),
  lines: splitting('Its lines, as a list', (text, most) => text.split(/\r\n|\n|\r/, most)),
  chars,
  characters: chars,
  trim: changing('Without the space around it; of a list, each of its texts', (text) => text.trim()),
  upper,
  uppercase: upper,
  lower,
  lowercase: lower,
  digits: {
    accepts: TEXT,
    gives: 'text',
    doc: 'Its digits alone: those of (212) 555-0100 are 2125550100',
    run(run, site, value) {
      if (typeof value !== 'string') return null;
      run.growText(site, value.length);
      run.spendText(DIGITS_COST * value.length);
      return value.replace(/[^0-9]+/g, '');
    },
  },
  text: { accepts: ANY, gives: 'text', doc: 'Any value as text', run: toText },
} as const satisfies Record<string, BuiltIn>;

/** How much longer it takes to look for digits than to copy. */
const DIGITS_COST = 4;

function splitting(doc: string, split: (text: string, most: number) => string[]): BuiltIn {
  return {
    accepts: TEXT,
    gives: TEXTS,
    doc,
    run(run, site, value) {
      if (typeof value !== 'string') return null;
      run.spendText(value.length);
      // One more than may be, so that nothing is made beyond the one that is too many.
      const parts = split(value, run.host.limits.list + 1);
      run.spend(PART_STEPS * parts.length);
      run.growList(site, parts.length);
      return parts;
    },
  };
}

/** What a part of a text costs that is cut out of it. */
const PART_STEPS = 2;

/** No character is longer than two code units. */
function charsOf(text: string, most: number): string[] {
  return Array.from(text.slice(0, 2 * most));
}

function changing(doc: string, change: (text: string) => string): BuiltIn {
  return {
    accepts: ['text', 'list'],
    gives: (input) => (input === 'text' ? 'text' : input === 'any' ? 'any' : TEXTS),
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
  // A few letters have two capitals: the budget holds for what comes out, too.
  if (text.length > value.length) run.growText(site, text.length);
  return text;
}
