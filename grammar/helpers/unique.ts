import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import { normalizeText } from '../values/case-folding.ts';
import { Duration } from '../values/duration.ts';
import { isEqual } from '../values/equality.ts';
import { isDate, isList, isRecord, kindOf, type ListValue } from '../values/kind.ts';
import { significantNumber } from '../values/numbers.ts';
import { numericText } from '../values/numeric-text.ts';
import { chargedKeys } from '../values/plain-objects.ts';

/**
 * Deduplicates a list and drops nothing. Values that may be equal have the same hash key, so the time is linear and not
 * quadratic. A number shares its key with the texts that spell it, which are not equal to each other.
 */
export function uniqueItems(run: Run, site: Span, list: ListValue): ListValue {
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
