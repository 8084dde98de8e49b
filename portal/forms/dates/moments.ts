import type { Picking } from '../typed/typedKinds.ts';

/** The years that a date may have, when its field does not say otherwise (design 7, "Typed values"). */
export const years = { first: 1900, last: 9999 } as const;

/** A page of the calendar's years (spec 9). */
const yearsShown = 9;

/** The start of the day or minute of a stored value; nothing for a text that is none, or of an earlier year. */
export function momentOf(value: unknown, firstYear: number = years.first): Date | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{2}:\d{2}/.test(value)) return new Date(`2000-01-01T${value.slice(0, 5)}:00.000Z`);
  // A text that was typed and could not be read is no moment, whatever the browser makes of it.
  const moment = new Date(/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value) ? value : '');
  return moment.getUTCFullYear() >= firstYear ? moment : undefined;
}

/** The value that a picked moment is kept as. */
export function valueFor(moment: Date, picking: Picking): string {
  const iso = moment.toISOString();
  if (picking === 'moment') return `${iso.slice(0, 16)}:00.000Z`;
  if (picking === 'time') return iso.slice(11, 16);
  return picking === 'month' ? `${iso.slice(0, 7)}-01` : iso.slice(0, 10);
}

/** The first day of a month, within the years that a date may have; months beyond a year's end count on. */
export function monthAt(year: number, month: number, firstYear: number = years.first): Date {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month, 1);
  const within = Math.min(Math.max(moment.getUTCFullYear(), firstYear), years.last);
  if (within !== moment.getUTCFullYear()) moment.setUTCFullYear(within, within === firstYear ? 0 : 11, 1);
  return moment;
}

/** The nine years of a page, the given one in their middle where there are so many. */
export function yearPage(middle: number, firstYear: number = years.first): number[] {
  const first = Math.min(Math.max(middle - (yearsShown - 1) / 2, firstYear), years.last - yearsShown + 1);
  return Array.from({ length: yearsShown }, (_, index) => first + index);
}

/** The same day with another time; hours 1 to 12 in one half of the day. */
export function atTime(day: Date, { hour, minute, isAfternoon }: TimeOfDay): Date {
  const moment = new Date(day);
  moment.setUTCHours((hour % 12) + (isAfternoon ? 12 : 0), minute, 0, 0);
  return moment;
}

export interface TimeOfDay {
  /** 1 to 12. */
  hour: number;
  minute: number;
  isAfternoon: boolean;
}

/** The time of a moment as clocks with twelve hours show it. */
export function timeOf(moment: Date): TimeOfDay {
  const hours = moment.getUTCHours();
  return { hour: hours % 12 || 12, minute: moment.getUTCMinutes(), isAfternoon: hours >= 12 };
}
