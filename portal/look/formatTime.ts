import { toLargestUnit } from '#schemas/texts/durations.ts';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'short' });
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** Formats an instant as relative time such as '3 days ago', in the largest unit with a positive value (spec 9). */
export function formatRelativeTime(instant: string, now: number): string {
  const age = toLargestUnit(now - Date.parse(instant));
  return age ? relative.format(-age.count, age.unit) : 'just now';
}

/** Formats an instant as M/d/yy h:mm a in the user's time zone (spec 9). */
export function formatDateTime(instant: string): string {
  const value = new Date(instant);
  // Intl puts a narrow no-break space before AM and PM.
  return `${date.format(value)} ${time.format(value).replaceAll('\u202f', ' ')}`;
}

/** Formats a day such as 2026-03-01 as M/d/yy; '' stays ''. */
export const formatDay = (day: string): string => (day ? date.format(new Date(`${day}T00:00:00`)) : '');
