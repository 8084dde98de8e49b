import { toSignificant } from '../decimal/decimal.ts';
import type { Duration } from './duration.ts';
import { utcMoment, type Zone } from './zone.ts';

/** The steps of asking a zone what its clocks show, or of reading a date, for which a zone is asked. */
export const CALENDAR_STEPS = 16;

/** Moves a moment by a duration: its months in the calendar, clamped to the end of the month, the rest exactly. */
export function moveBy(moment: number, { months, rest }: Duration, zone: Zone): number {
  const exact = toSignificant(rest);
  if (months === 0) return moment + exact;
  const fields = zone.fieldsOf(moment);
  const count = fields.year * 12 + (fields.month - 1) + months;
  const year = Math.floor(count / 12);
  const month = count - year * 12 + 1;
  const day = Math.min(fields.day, daysIn(year, month));
  return zone.momentOf({ ...fields, year, month, day }) + exact;
}

/** The first moment of the day. */
export function startOfDay(moment: number, zone: Zone): number {
  return zone.momentOf({ ...zone.fieldsOf(moment), hour: 0, minute: 0, second: 0, millisecond: 0 });
}

export function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** A date as text: the start of a day on the clocks of the zone as `2026-11-21`, any other moment in ISO 8601. */
export function dateText(moment: number, zone: Zone): string {
  const text = isoText(moment, zone);
  return startOfDay(moment, zone) === moment ? text.slice(0, text.indexOf('T')) : text;
}

/** ISO 8601 on the clocks of the zone: `2026-11-21T10:00:00.000Z`, or with the zone's offset behind. */
export function isoText(moment: number, zone: Zone): string {
  if (zone.name === 'utc') return new Date(moment).toISOString();
  const wall = utcMoment(zone.fieldsOf(moment));
  const minutes = Math.round((wall - moment) / 60_000);
  const sign = minutes < 0 ? '-' : '+';
  const size = Math.abs(minutes);
  return `${new Date(wall).toISOString().slice(0, -1)}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
