import { DateTime } from 'luxon';
import { storedMoment } from '#schemas/texts/moments.ts';

/** A date or time in a format of luxon's tokens; as it is stored where it is none. Loaded apart, see formatted.ts. */
export function luxonFormat(value: string, format: string): string {
  const moment = storedMoment(value);
  if (!moment) return value;
  return DateTime.fromJSDate(moment, { zone: 'utc' }).setLocale('en-US').toFormat(format).replaceAll('\u202f', ' ');
}
