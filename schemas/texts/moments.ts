type Formatter = (value: string) => string;

const day = { year: '2-digit', month: 'numeric', day: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;
const utc = { timeZone: 'UTC' } as const;

/**
 * The built-in formats of dates and times, in en-US and UTC (spec 9), by their luxon tokens. They avoid loading luxon.
 */
export const builtInFormats: Readonly<Record<string, Formatter>> = {
  'M/d/yy': (value) => format(value, { ...day, ...utc }),
  'M/d/yy h:mm a': (value) => dayAndTime(value, utc),
  'MMMM yyyy': (value) => format(value, { year: 'numeric', month: 'long', ...utc }),
  t: (value) => format(value, { ...time, ...utc }),
};

/** Formats a day as M/d/yy, independent of the time zone. */
export const dayText: Formatter = (value) => format(value, { ...day, ...utc });

/** Formats a moment as M/d/yy h:mm a in the reader's time zone (spec 9). */
export const momentText: Formatter = (value) => dayAndTime(value, {});

const dayAndTime = (value: string, zone: { timeZone?: string }): string =>
  storedMoment(value) ? `${format(value, { ...day, ...zone })} ${format(value, { ...time, ...zone })}` : value;

/** Parses a stored date or time of day. Undefined for any other text, even if Date or luxon would accept it. */
export function storedMoment(value: string): Date | undefined {
  if (/^(?:[01]\d|2[0-3]):[0-5]\d/.test(value)) return new Date(`1970-01-01T${value.slice(0, 5)}Z`);
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}.*)?$/.exec(value) ?? [];
  const [date, moment] = [new Date(day), new Date(value)];
  // Date turns February 30 into March 1.
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return isDay && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

/** Formats a stored date or time; any other text stays unchanged. */
function format(value: string, options: Intl.DateTimeFormatOptions): string {
  const moment = storedMoment(value);
  if (!moment) return value;
  // Intl puts a narrow no-break space before AM and PM.
  return new Intl.DateTimeFormat('en-US', options).format(moment).replaceAll('\u202f', ' ');
}
