import { numberText } from '../decimal/decimal.ts';
import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import { CALENDAR_STEPS, dateText } from './calendar.ts';
import { Duration, durationText } from './duration.ts';
import { isDate, isList, isRecord, type ListValue, type RecordValue } from './kind.ts';
import { significantNumber } from './numbers.ts';
import { chargedKeys } from './plain-objects.ts';

/**
 * Converts a value to text (rules-language 2): a number with at most 15 digits, true or false, the start of a day as
 * `2026-11-21`, any other date in ISO format in the zone, a duration in its largest unit, a list joined by ', ', a
 * record as JSON, and nothing as the empty text.
 */
export function toText(run: Run, site: Span, value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(significantNumber(run, value)) : '';
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Duration) return durationText(value);
  if (isDate(value)) {
    run.spend(CALENDAR_STEPS);
    return dateText(value.getTime(), run.host.zone);
  }
  run.descend(site, depth);
  if (isList(value)) return listText(run, site, value, depth);
  return isRecord(value) ? toJson(run, site, value, depth) : '';
}

function listText(run: Run, site: Span, list: ListValue, depth: number): string {
  let text = '';
  for (const [index, item] of list.entries()) {
    run.spend(ITEM_STEPS);
    const itemText = toText(run, site, item, depth + 1);
    run.spendText(itemText.length);
    text += (index > 0 ? ', ' : '') + itemText;
    if (text.length > run.host.limits.text) run.growText(site, text.length);
  }
  return text;
}

/** Steps charged for writing an item. */
const ITEM_STEPS = 2;

/** JSON serialization by hand: JSON.stringify would call toJSON methods of the host's objects and has no size limit. */
function toJson(run: Run, site: Span, value: unknown, depth: number): string {
  run.spend(ITEM_STEPS);
  run.descend(site, depth);
  if (isList(value)) {
    return `[${join(run, site, value, (item) => toJson(run, site, item, depth + 1))}]`;
  }
  if (isRecord(value)) {
    const record: RecordValue = value;
    const keys = chargedKeys(run, record).filter((key) => isValue(record[key]));
    return `{${join(run, site, keys, (key) => `${JSON.stringify(key)}:${toJson(run, site, record[key], depth + 1)}`)}}`;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return toText(run, site, value) || 'null';
  if (value === null || !isValue(value)) return 'null';
  const text = toText(run, site, value);
  run.spendText(QUOTING_COST * text.length);
  return JSON.stringify(text);
}

function join<Item>(run: Run, site: Span, items: readonly Item[], write: (item: Item) => string): string {
  let text = '';
  for (const item of items) {
    text += (text === '' ? '' : ',') + write(item);
    if (text.length > run.host.limits.text) run.growText(site, text.length);
  }
  return text;
}

/** How much longer quoting a character takes than copying it. */
const QUOTING_COST = 4;

/** A key without a value is omitted, as in JSON. */
function isValue(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
