import { toLargestUnit } from '#schemas/texts/durations.ts';

// Without Intl, whose formatters take longer to create than everything else that a list of orders evaluates.

/** Formats an instant as relative time such as '3 days ago', in the largest unit with a positive value (spec 9). */
export function formatRelativeTime(instant: string, now: number): string {
  const age = toLargestUnit(now - Date.parse(instant));
  return age ? `${age.count} ${age.unit}${age.count === 1 ? '' : 's'} ago` : 'just now';
}

/** Formats an instant as M/d/yy h:mm a in the user's time zone (spec 9). */
export function formatDateTime(instant: string): string {
  const value = new Date(instant);
  const hours = value.getHours();
  return `${dateText(value)} ${hours % 12 || 12}:${twoDigits(value.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Formats a day such as 2026-03-01 as M/d/yy; '' stays ''. */
export const formatDay = (day: string): string => (day ? dateText(new Date(`${day}T00:00:00`)) : '');

const dateText = (value: Date): string =>
  `${value.getMonth() + 1}/${value.getDate()}/${twoDigits(value.getFullYear() % 100)}`;

const twoDigits = (value: number): string => String(value).padStart(2, '0');
