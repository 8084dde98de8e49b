type Formatter = (value: string) => string;

const day = { year: '2-digit', month: 'numeric', day: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;
const utc = { timeZone: 'UTC' } as const;

/** The product's own formats of stored dates and times, in en-US and utc (spec 9), by luxon's tokens for them. */
export const ownFormats: Readonly<Record<string, Formatter>> = {
  'M/d/yy': (value) => written(value, { ...day, ...utc }),
  'M/d/yy h:mm a': (value) => `${written(value, { ...day, ...utc })} ${written(value, { ...time, ...utc })}`,
  'MMMM yyyy': (value) => written(value, { year: 'numeric', month: 'long', ...utc }),
  t: (value) => written(value, { ...time, ...utc }),
};

/** A day as M/d/yy, the same in every zone. */
export const dayText: Formatter = (value) => written(value, { ...day, ...utc });

/** A moment as M/d/yy h:mm a in the reader's zone (spec 9). */
export const momentText: Formatter = (value) => `${written(value, day)} ${written(value, time)}`;

/** What is neither a date nor a time of day stays as it is. */
function written(value: string, options: Intl.DateTimeFormatOptions): string {
  const moment = new Date(/^\d\d:\d\d/.test(value) ? `1970-01-01T${value.slice(0, 5)}Z` : value);
  if (Number.isNaN(moment.getTime())) return value;
  // Intl puts a narrow no-break space before AM and PM.
  return new Intl.DateTimeFormat('en-US', options).format(moment).replaceAll('\u202f', ' ');
}
