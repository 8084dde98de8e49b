const second = 1000;
const day = 24 * 60 * 60 * second;

/** Largest first; month and year as the product counts them everywhere (spec 9). */
const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', 60 * 60 * second],
  ['minute', 60 * second],
  ['second', second],
] as const satisfies [Intl.RelativeTimeFormatUnit, number][];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'short' });
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** '3 days ago', by the largest unit that has a positive value (spec 9). */
export function relativeTime(instant: string, now: number): string {
  const age = now - Date.parse(instant);
  for (const [unit, length] of units) {
    const count = Math.floor(age / length);
    if (count > 0) return relative.format(-count, unit);
  }
  return 'just now';
}

/** M/d/yy h:mm a in the reader's zone (spec 9). */
export function absoluteTime(instant: string): string {
  const value = new Date(instant);
  // Intl puts a narrow no-break space before AM and PM.
  return `${date.format(value)} ${time.format(value).replaceAll('\u202f', ' ')}`;
}
