import { averageOf } from '../decimal/decimal.ts';
import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import type { Type } from '../types.ts';
import { calculate, requireInRange } from '../values/arithmetic.ts';
import { normalizeText } from '../values/case-folding.ts';
import { Duration } from '../values/duration.ts';
import { isEqual } from '../values/equality.ts';
import { isDate, isList, isRecord, type Kind, kindOf, type ListValue } from '../values/kind.ts';
import { chargeForDigits, compareSignificant, significantNumber, sumNumbers } from '../values/numbers.ts';
import { numericText } from '../values/numeric-text.ts';
import { compareValues } from '../values/order.ts';
import { chargedKeys } from '../values/plain-objects.ts';
import { type BuiltIn, itemType } from './built-in.ts';

const LIST: readonly Kind[] = ['list'];

/** Helpers for lists and records (rules-language 4). */
export const LIST_HELPERS = {
  length: {
    accepts: ['text', 'list', 'record'],
    resultType: 'number',
    doc: 'How many characters, items or keys it has',
    run: (run, _site, value) => lengthOf(run, value),
  },
  min: extremeHelper('The least of a list of numbers, dates or durations', -1),
  max: extremeHelper('The greatest of a list of numbers, dates or durations', 1),
  sum: {
    accepts: LIST,
    resultType: (input) => (itemType(input) === 'duration' ? 'duration' : 'number'),
    doc: 'The sum of a list of numbers or durations; 0 for an empty one',
    run: (run, site, value) => (isList(value) ? sumItems(run, site, value) : null),
  },
  average: {
    accepts: LIST,
    resultType: itemType,
    doc: 'The mean of a list of numbers or durations',
    run: (run, site, value) => (isList(value) ? averageItems(run, site, value) : null),
  },
  unique: {
    accepts: LIST,
    resultType: sameType,
    doc: 'The list without repeated items; the first of each is kept',
    run: (run, site, value) => (isList(value) ? uniqueItems(run, site, value) : null),
  },
  reverse: {
    accepts: ['text', 'list'],
    resultType: sameType,
    doc: 'Back to front',
    run: (run, site, value) => reverse(run, site, value),
  },
  sort: {
    accepts: LIST,
    resultType: sameType,
    doc: 'In rising order: numbers, texts, dates or durations',
    run: (run, site, value) => (isList(value) ? sort(run, site, value) : null),
  },
  first: {
    accepts: LIST,
    resultType: itemType,
    doc: 'The first item of a list; nothing when it is empty',
    run: (_run, _site, value) => (isList(value) ? (value[0] ?? null) : null),
  },
  last: {
    accepts: LIST,
    resultType: itemType,
    doc: 'The last item of a list; nothing when it is empty',
    run: (_run, _site, value) => (isList(value) ? (value.at(-1) ?? null) : null),
  },
  is_empty: {
    accepts: ['nothing', 'text', 'list', 'record'],
    resultType: 'boolean',
    doc: 'Whether a text, list or record holds nothing, or there is none',
    run: (run, _site, value) => isEmpty(run, value),
  },
  keys: {
    accepts: ['record'],
    resultType: { list: 'text' },
    doc: 'The names of what a record holds, as a list',
    run(run, site, value) {
      if (!isRecord(value)) return null;
      const keys = chargedKeys(run, value);
      run.growList(site, keys.length);
      return keys;
    },
  },
} as const satisfies Record<string, BuiltIn>;

function sameType(input: Type): Type {
  return input;
}

/** The length of a text, list or record. A surrogate pair counts as one character. */
function lengthOf(run: Run, value: unknown): number {
  if (isList(value)) return value.length;
  if (isRecord(value)) return chargedKeys(run, value).length;
  if (typeof value !== 'string') return 0;
  run.spendText(value.length);
  let length = value.length;
  for (let at = 0; at < value.length - 1; at += 1) {
    if (isHigh(value.charCodeAt(at)) && isLow(value.charCodeAt(at + 1))) length -= 1;
  }
  return length;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function isEmpty(run: Run, value: unknown): boolean {
  if (isList(value) || typeof value === 'string') return value.length === 0;
  return isRecord(value) ? chargedKeys(run, value).length === 0 : true;
}

function reverse(run: Run, site: Span, value: unknown): unknown {
  if (isList(value)) {
    run.spend(value.length);
    return value.toReversed();
  }
  if (typeof value !== 'string') return null;
  run.growText(site, value.length);
  // Splitting a text into characters costs as much as a list of them.
  run.spend(Math.floor(value.length / 4), site);
  return Array.from(value).reverse().join('');
}

const ORDERED: readonly Kind[] = ['number', 'text', 'date', 'duration'];

/** The common kind of the items of a list; null, with a warning, if the kinds differ or are not allowed. */
function orderedKind(run: Run, site: Span, list: ListValue, allowed: readonly Kind[]): Kind | null {
  const kind = kindOf(list[0]);
  for (const item of list) {
    run.spend(1);
    const actual = kindOf(item);
    if (actual !== kind || !allowed.includes(actual)) return run.expect(site, 'a list of values of one kind', actual);
  }
  return kind;
}

function sort(run: Run, site: Span, list: ListValue): unknown {
  if (list.length === 0) return list;
  const kind = orderedKind(run, site, list, ORDERED);
  if (kind === null) return null;
  run.spend(SORTING_STEPS * list.length);
  if (kind === 'text') return list.toSorted((a, b) => compareValues(run, site, a, b));
  // Compute every sort key once, so that the steps charged do not depend on the engine's sort algorithm.
  const keyed = list.map((item) => ({ item, size: significantNumber(run, size(item)) }));
  return keyed.sort((a, b) => a.size - b.size).map(({ item }) => item);
}

/** Steps charged for sorting one item. */
const SORTING_STEPS = 4;

function extremeHelper(doc: string, sign: 1 | -1): BuiltIn {
  return {
    accepts: LIST,
    resultType: itemType,
    doc,
    run(run, site, value) {
      if (!isList(value)) return null;
      run.spend(value.length);
      const items = withoutNothing(value);
      if (items.length === 0) return run.expect(site, 'a list with items', 'an empty list');
      if (orderedKind(run, site, items, ['number', 'date', 'duration']) === null) return null;
      return items.reduce((best, item) => (sign * compareSignificant(run, size(item), size(best)) > 0 ? item : best));
    },
  };
}

function size(value: unknown): number {
  if (value instanceof Duration) return value.milliseconds;
  return value instanceof Date ? value.getTime() : Number(value);
}

/** The items of a list without nothing: unanswered fields do not count (rules-language 4). */
function withoutNothing(list: ListValue): ListValue {
  return list.some((item) => kindOf(item) === 'nothing') ? list.filter((item) => kindOf(item) !== 'nothing') : list;
}

/** Sums numbers or durations. An item of another kind makes the result nothing, with a warning. */
function sumItems(run: Run, site: Span, list: ListValue): unknown {
  run.spend(list.length);
  const items = withoutNothing(list);
  if (items.every(isNumber)) return requireInRange(run, site, sumNumbers(run, items));
  return items.every(isDuration) ? sumDurations(run, site, items) : reportMismatch(run, site, items);
}

/** Averages numbers or durations. Returns nothing, with a warning, for an empty list. */
function averageItems(run: Run, site: Span, list: ListValue): unknown {
  run.spend(list.length);
  const items = withoutNothing(list);
  if (items.length === 0) return run.expect(site, 'a list with items', 'an empty list');
  if (items.every(isNumber)) {
    chargeForDigits(run, items);
    return requireInRange(run, site, averageOf(items));
  }
  if (!items.every(isDuration)) return reportMismatch(run, site, items);
  return calculate(run, site, '/', sumDurations(run, site, items), items.length);
}

const isNumber = (item: unknown): item is number => typeof item === 'number';
const isDuration = (item: unknown): item is Duration => item instanceof Duration;

function sumDurations(run: Run, site: Span, durations: readonly Duration[]): unknown {
  return durations.reduce<unknown>((total, item) => calculate(run, site, '+', total, item), new Duration(0));
}

function reportMismatch(run: Run, site: Span, items: ListValue): null {
  const kind = isDuration(items[0]) ? 'duration' : 'number';
  return run.expect(site, `a list of ${kind}s`, kindOf(items.find((item) => kindOf(item) !== kind)));
}

/**
 * Deduplicates a list and drops nothing. Values that may be equal have the same hash key, so the time is linear and not
 * quadratic. A number shares its key with the texts that spell it, which are not equal to each other.
 */
function uniqueItems(run: Run, site: Span, list: ListValue): ListValue {
  const groups = new Map<string, Group>();
  return list.filter((rawItem) => {
    if (kindOf(rawItem) === 'nothing') return false;
    const item = typeof rawItem === 'string' ? normalizeText(run, rawItem) : rawItem;
    const key = keyOf(run, site, item, 0);
    const group = groups.get(key) ?? { texts: new Set(), others: [] };
    groups.set(key, group);
    const isNew = !hasEqual(run, site, group, item);
    if (isNew && typeof item === 'string') group.texts.add(item);
    else if (isNew) group.others.push(item);
    return isNew;
  });
}

/** The distinct items found so far for one key. */
interface Group {
  readonly texts: Set<string>;
  readonly others: unknown[];
}

function hasEqual(run: Run, site: Span, { texts, others }: Group, item: unknown): boolean {
  if (typeof item === 'string') return texts.has(item) || others.length > 0;
  if (isList(item) || isRecord(item)) return others.some((other) => isEqual(run, site, other, item, 'silent'));
  return texts.size > 0 || others.length > 0;
}

/** A hash key: values that may be equal (values/equality.ts) have the same key. */
function keyOf(run: Run, site: Span, value: unknown, depth: number): string {
  run.spend(KEY_STEPS);
  run.descend(site, depth);
  if (typeof value === 'number') return `n${significantNumber(run, value) + 0}`;
  if (typeof value === 'string') return textKey(run, value);
  if (typeof value === 'boolean') return String(value);
  if (isDate(value)) return `d${value.getTime()}`;
  if (value instanceof Duration) return `u${significantNumber(run, value.milliseconds)}`;
  const below = (item: unknown) => keyOf(run, site, item, depth + 1);
  if (isList(value)) return `[${value.map(below).join()}]`;
  if (!isRecord(value)) return NOTHING;
  const entries = chargedKeys(run, value)
    .sort()
    .map((key) => ({ key: JSON.stringify(key), content: below(value[key]) }));
  // A key without a value equals an absent key.
  return `{${entries.filter(({ content }) => content !== NOTHING).map(({ key, content }) => `${key}:${content}`)}}`;
}

const NOTHING = '-';
/** Building and looking up a key takes far longer than reading a value. */
const KEY_STEPS = 8;

function textKey(run: Run, text: string): string {
  run.spendText(text.length);
  const number = numericText(run, text);
  return Number.isNaN(number)
    ? `t${JSON.stringify(normalizeText(run, text))}`
    : `n${significantNumber(run, number) + 0}`;
}
