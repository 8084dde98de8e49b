import { DateTime } from 'luxon';
import { storedMoment } from '#schemas/texts/moments.ts';

/** Formats a stored date or time with luxon tokens; returns other text unchanged. Loaded lazily, see useFormattedDate.ts. */
export function formatWithLuxon(value: string, format: string): string {
  const moment = storedMoment(value);
  if (!moment) return value;
  return DateTime.fromJSDate(moment, { zone: 'utc' }).setLocale('en-US').toFormat(format).replaceAll('\u202f', ' ');
}
