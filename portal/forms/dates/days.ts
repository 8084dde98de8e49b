/** The user's local day, '2026-11-25': the base for `t` and `+7` and for guessing a missing year. */
export function localToday(): string {
  const now = new Date();
  return [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
}

const two = (part: number) => String(part).padStart(2, '0');

/** The user's IANA time zone, in which the API begins and ends the days of filters. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The first instant of a stored day, 2026-01-31, in the user's time zone. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** The last instant of a stored day in the user's time zone. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

/** The default range of years of a date field (design 7, "Typed values"). */
export const dateYearRange = { first: 1900, last: 9999 } as const;
