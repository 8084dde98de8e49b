/** How a date is formatted: its day or its time of day in the time zone, or as a moment. */
export type DatePart = 'day' | 'time' | 'moment';

/** Converts a script's result to JSON: a date to the requested part, a duration to milliseconds. */
export function toJsonValue(value: unknown, dateOptions: { part: DatePart; zone: string }): unknown {
  if (value instanceof Date) return dateParts[dateOptions.part](value, dateOptions.zone);
  if (Array.isArray(value)) return value.map((item) => toJsonValue(item, dateOptions));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && 'milliseconds' in value) return value.milliseconds;
  return Object.fromEntries(entries.map(([key, item]) => [key, toJsonValue(item, dateOptions)]));
}

/** Formatters for the parts of a date. */
export const dateParts: Record<DatePart, (date: Date, zone: string) => string> = {
  // Swedish dates and British times have the ISO format.
  day: (date, timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date),
  time: (date, timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(date),
  moment: (date) => date.toISOString(),
};
