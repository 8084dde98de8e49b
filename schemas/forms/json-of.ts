/** What a date is wanted as: its day or its time of day in the zone, or its moment. */
export type DatePart = 'day' | 'time' | 'moment';

/** What a script gave, as JSON: a date as the part of it that is wanted, a duration as its milliseconds. */
export function jsonOf(value: unknown, wanted: { part: DatePart; zone: string }): unknown {
  if (value instanceof Date) return dateParts[wanted.part](value, wanted.zone);
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, wanted));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && 'milliseconds' in value) return value.milliseconds;
  return Object.fromEntries(entries.map(([key, item]) => [key, jsonOf(item, wanted)]));
}

/** The parts of a date, as texts. */
export const dateParts: Record<DatePart, (date: Date, zone: string) => string> = {
  // Sweden writes its dates as ISO does, and Britain its times.
  day: (date, timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date),
  time: (date, timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(date),
  moment: (date) => date.toISOString(),
};
