import { DateTime } from 'luxon';

/** A date or time in a format of luxon's tokens; as it is stored where it is none. Loaded apart, see formatted.ts. */
export function luxonFormat(value: string, format: string): string {
  const clock = /^\d\d:\d\d/.exec(value)?.[0];
  const moment = DateTime.fromISO(clock ?? value, { zone: 'utc', locale: 'en-US' });
  return moment.isValid ? moment.toFormat(format).replaceAll('\u202f', ' ') : value;
}
