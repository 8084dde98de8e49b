import { dayIn } from './normal-value.ts';

/**
 * How a date is formatted: its day or its time of day in the time zone, as a moment, or as the rules language writes it
 * in a text, which keeps its time unless it is the start of a day.
 */
export type DatePart = 'day' | 'time' | 'moment' | 'text';

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
const dateParts: Record<DatePart, (date: Date, zone: string) => string> = {
  day: dayIn,
  // British times have the ISO format.
  time: (date, timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(date),
  moment: (date) => date.toISOString(),
  text: (date, timeZone) => {
    const day = dayIn(date, timeZone);
    const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(date);
    const milliseconds = String(date.getUTCMilliseconds()).padStart(3, '0');
    return time === '00:00:00' && milliseconds === '000'
      ? day
      : `${day}T${time}.${milliseconds}${offsetText(date, timeZone)}`;
  },
};

/** The offset of a time zone, as in ISO 8601: 'Z', '+09:00'. */
function offsetText(date: Date, timeZone: string): string {
  if (timeZone === 'utc') return 'Z';
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || '+00:00';
}
