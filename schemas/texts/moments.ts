type Formatter = (value: string) => string;

const day = { year: '2-digit', month: 'numeric', day: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;
const utc = { timeZone: 'UTC' } as const;

/** The product's own formats of stored dates and times, in en-US and utc (spec 9), by luxon's tokens for them. */
export const ownFormats: Readonly<Record<string, Formatter>> = {
  'M/d/yy': (value) => written(value, { ...day, ...utc }),
  'M/d/yy h:mm a': (value) => dayAndTime(value, utc),
  'MMMM yyyy': (value) => written(value, { year: 'numeric', month: 'long', ...utc }),
  t: (value) => written(value, { ...time, ...utc }),
};

/** A day as M/d/yy, the same in every zone. */
export const dayText: Formatter = (value) => written(value, { ...day, ...utc });

/** A moment as M/d/yy h:mm a in the reader's zone (spec 9). */
export const momentText: Formatter = (value) => dayAndTime(value, {});

const dayAndTime = (value: string, zone: { timeZone?: string }): string =>
  storedMoment(value) ? `${written(value, { ...day, ...zone })} ${written(value, { ...time, ...zone })}` : value;

/** The moment of a stored date or time of day; undefined for any other text, whatever Date or luxon would make of it. */
export function storedMoment(value: string): Date | undefined {
  if (/^(?:[01]\d|2[0-3]):[0-5]\d/.test(value)) return new Date(`1970-01-01T${value.slice(0, 5)}Z`);
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}.*)?$/.exec(value) ?? [];
  const [date, moment] = [new Date(day), new Date(value)];
  // Date takes 30 February for 1 March.
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return isDay && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

/** What is neither a date nor a time of day stays as it is. */
function written(value: string, options: Intl.DateTimeFormatOptions): string {
  const moment = storedMoment(value);
  if (!moment) return value;
  // Intl puts a narrow no-break space before AM and PM.
  return new Intl.DateTimeFormat('en-US', options).format(moment).replaceAll('\u202f', ' ');
}
