import { numberText } from '../decimal/significant.ts';
import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import { CALENDAR_STEPS, dateText } from './calendar.ts';
import { Duration, durationText } from './duration.ts';
import { keysOf } from './keys.ts';
import { isDate, isList, isRecord, type ListValue, type RecordValue } from './kind.ts';
import { seenNumber } from './numbers.ts';

/**
 * A value as text (rules-language 2): a number with 15 digits at most, true or false, the start of a day as `2026-11-21`,
 * any other date in ISO in the zone, a duration in its largest unit, a list joined by ', ', a record as JSON, and nothing
 * as the empty text.
 */
export function toText(run: Run, site: Span, value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(seenNumber(run, value)) : '';
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
    const written = toText(run, site, item, depth + 1);
    run.spendText(written.length);
    text += (index > 0 ? ', ' : '') + written;
    if (text.length > run.host.limits.text) run.growText(site, text.length);
  }
  return text;
}

/** What an item costs that is written into a text. */
const ITEM_STEPS = 2;

/** Written by hand, since JSON.stringify would call what a host's objects define as toJSON, and knows no budget. */
function toJson(run: Run, site: Span, value: unknown, depth: number): string {
  run.spend(ITEM_STEPS);
  run.descend(site, depth);
  if (isList(value)) {
    return `[${join(run, site, value, (item) => toJson(run, site, item, depth + 1))}]`;
  }
  if (isRecord(value)) {
    const record: RecordValue = value;
    const keys = keysOf(run, record).filter((key) => isValue(record[key]));
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

/** How much longer it takes to quote a character than to copy it. */
const QUOTING_COST = 4;

/** As in JSON, a key without a value is left out. */
function isValue(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
