/** What a date's control picks: a day, a month kept as its first day, or a moment in utc (design 7). */
export type Picking = 'day' | 'month' | 'moment';

/** The years that a date may have. */
const years = { first: 1, last: 9999 } as const;

/** A page of the calendar's years (spec 9). */
const yearsShown = 9;

/** The start of the day or minute that a value tells; nothing for what is no date. */
export function momentOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const moment = new Date(value.includes('T') ? value : `${value.slice(0, 10)}T00:00:00.000Z`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** The value that a picked moment is kept as. */
export function valueFor(moment: Date, picking: Picking): string {
  const iso = moment.toISOString();
  if (picking === 'moment') return `${iso.slice(0, 16)}:00.000Z`;
  return picking === 'month' ? `${iso.slice(0, 7)}-01` : iso.slice(0, 10);
}

/** The first day of a month, within the years that a date may have; months beyond a year's end count on. */
export function monthAt(year: number, month: number): Date {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month, 1);
  const within = Math.min(Math.max(moment.getUTCFullYear(), years.first), years.last);
  if (within !== moment.getUTCFullYear()) moment.setUTCFullYear(within, within === years.first ? 0 : 11, 1);
  return moment;
}

/** The nine years of a page, the given one in their middle where there are so many. */
export function yearPage(middle: number): number[] {
  const first = Math.min(Math.max(middle - (yearsShown - 1) / 2, years.first), years.last - yearsShown + 1);
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
