import { toSignificant } from '../decimal/decimal.ts';
import type { Duration } from './duration.ts';
import { type Fields, utcMoment, type Zone } from './zone.ts';

/** Steps charged for reading the calendar fields of a zone, or for parsing a date, which does the same. */
export const CALENDAR_STEPS = 16;

/** Whether a moment is in the supported range: from year 0 to 9999-12-31 (rules-language 2). */
export function isInCalendar(moment: number): boolean {
  return moment >= FIRST && moment <= LAST;
}

const [FIRST, LAST] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** Adds a duration to a moment: its months in the calendar, clamped to the end of the month, and the rest exactly. */
export function addCalendarUnits(moment: number, { months, rest }: Duration, zone: Zone): number {
  const exact = toSignificant(rest);
  if (months === 0) return moment + exact;
  const fields = zone.fieldsOf(moment);
  const count = fields.year * 12 + (fields.month - 1) + months;
  const year = Math.floor(count / 12);
  const month = count - year * 12 + 1;
  const day = Math.min(fields.day, daysIn(year, month));
  return zone.momentOf({ ...fields, year, month, day }) + exact;
}

/** Returns the first moment of the day in the zone. */
export function startOfDay(moment: number, zone: Zone): number {
  return zone.momentOf({ ...zone.fieldsOf(moment), hour: 0, minute: 0, second: 0, millisecond: 0 });
}

/** Converts a day to a day number, so that the next day is one more. */
export function dayNumber({ year, month, day }: Day): number {
  return Math.round(utcMoment({ year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 }) / 86_400_000);
}

type Day = Pick<Fields, 'year' | 'month' | 'day'>;

/** The weekday of a day: 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: Day): number {
  // Day 0 was a Thursday.
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1;
}

/** The ISO 8601 week number. A week belongs to the year that contains its Thursday. */
export function weekOf(day: Day): number {
  const thursday = dayNumber(day) + 4 - weekdayOf(day);
  const year = new Date(thursday * 86_400_000).getUTCFullYear();
  return Math.floor((thursday - dayNumber({ year, month: 1, day: 1 })) / 7) + 1;
}

/** The number of full years between two days; negative if `to` is before `from`. */
export function wholeYears(from: Day, to: Day): number {
  const years = to.year - from.year;
  const days = to.month * 31 + to.day - (from.month * 31 + from.day);
  return years + (years > 0 && days < 0 ? -1 : years < 0 && days > 0 ? 1 : 0);
}

/** The number of days in a month. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Formats a date: the start of a day in the zone as `2026-11-21`, any other moment in ISO 8601. */
export function dateText(moment: number, zone: Zone): string {
  const text = isoText(moment, zone);
  return startOfDay(moment, zone) === moment ? text.slice(0, text.indexOf('T')) : text;
}

/** Formats a moment in ISO 8601 in the zone: `2026-11-21T10:00:00.000Z`, or with the zone's offset. */
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
