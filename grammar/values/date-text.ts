import { daysIn, isInCalendar } from './calendar.ts';
import { utcMoment, type Zone } from './zone.ts';

/**
 * Parses a date: `2026-11-21` is the start of that day in the zone; `2026-11-21T10:00`, with or without seconds, is
 * that time in the zone or at the given offset. Returns NaN for anything else, including 31 February.
 */
export function parseDate(text: string, zone: Zone): number {
  const match = text.length <= MAX_LENGTH ? PATTERN.exec(text) : null;
  if (match === null) return Number.NaN;
  const part = (index: number) => Number(match[index] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return Number.NaN;
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const millisecond = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const fields = { year, month, day, hour, minute, second, millisecond };
  const offset = match[8];
  if (offset === undefined) return zone.momentOf(fields);
  const moment = utcMoment(fields) - offsetOf(offset);
  return isInCalendar(moment) ? moment : Number.NaN;
}

/** Every repetition is bounded, so matching is linear. */
const PATTERN = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const MAX_LENGTH = 35;

/** The UTC offset in milliseconds; NaN if it is invalid. No zone is more than 14 hours from UTC. */
function offsetOf(text: string): number {
  if (text === 'Z') return 0;
  const [hours, rest] = [Number(text.slice(1, 3)), Number(text.slice(4, 6))];
  const minutes = hours * 60 + rest;
  if (rest > 59 || minutes > 14 * 60) return Number.NaN;
  return (text[0] === '-' ? -minutes : minutes) * 60_000;
}
