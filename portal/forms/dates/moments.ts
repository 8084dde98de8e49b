import type { DatePrecision } from '../typed/typedKinds.ts';
import { dateYearRange } from './days.ts';

/** Years per calendar page (spec 9). */
const yearsShown = 9;

/**
 * Parses a stored value to the start of its day or minute. Returns undefined for other text and for years before
 * `firstYear`.
 */
export function parseStoredMoment(value: unknown, firstYear: number = dateYearRange.first): Date | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{2}:\d{2}/.test(value)) return new Date(`2000-01-01T${value.slice(0, 5)}:00.000Z`);
  // Reject typed text, which `Date` might parse in its own way.
  const moment = new Date(/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value) ? value : '');
  return moment.getUTCFullYear() >= firstYear ? moment : undefined;
}

/** The stored value of a selected moment. */
export function toStoredMoment(moment: Date, picking: DatePrecision): string {
  const iso = moment.toISOString();
  if (picking === 'moment') return `${iso.slice(0, 16)}:00.000Z`;
  if (picking === 'time') return iso.slice(11, 16);
  return picking === 'month' ? `${iso.slice(0, 7)}-01` : iso.slice(0, 10);
}

/** The first day of a month, clamped to the allowed years. Months beyond December overflow into the next year. */
export function monthAt(year: number, month: number, firstYear: number = dateYearRange.first): Date {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month, 1);
  const clampedYear = Math.min(Math.max(moment.getUTCFullYear(), firstYear), dateYearRange.last);
  if (clampedYear !== moment.getUTCFullYear())
    moment.setUTCFullYear(clampedYear, clampedYear === firstYear ? 0 : 11, 1);
  return moment;
}

/** The nine years of a calendar page, centered on `middle` where the range allows. */
export function yearPage(middle: number, firstYear: number = dateYearRange.first): number[] {
  const first = Math.min(Math.max(middle - (yearsShown - 1) / 2, firstYear), dateYearRange.last - yearsShown + 1);
  return Array.from({ length: yearsShown }, (_, index) => first + index);
}

/** Returns the day with another time. */
export function withTimeOfDay(day: Date, { hour, minute, isAfternoon }: TimeOfDay): Date {
  const moment = new Date(day);
  moment.setUTCHours((hour % 12) + (isAfternoon ? 12 : 0), minute, 0, 0);
  return moment;
}

/** A time on a 12-hour clock. */
export interface TimeOfDay {
  /** 1 to 12. */
  hour: number;
  minute: number;
  isAfternoon: boolean;
}

/** The time of a moment on a 12-hour clock. */
export function timeOfDay(moment: Date): TimeOfDay {
  const hours = moment.getUTCHours();
  return { hour: hours % 12 || 12, minute: moment.getUTCMinutes(), isAfternoon: hours >= 12 };
}
