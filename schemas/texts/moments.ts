import { toLargestUnit } from './durations.ts';

type Formatter = (value: string) => string;

const monthAndYear = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;

/**
 * The built-in formats of dates and times, in en-US and UTC (spec 9), by their luxon tokens. They avoid loading luxon, and
 * Intl for those that lists show: its first formatter delays the first paint of a page.
 */
export const builtInFormats: Readonly<Record<string, Formatter>> = {
  'M/d/yy': (value) => format(value, dayIn),
  'M/d/yy h:mm a': (value) => format(value, dayAndTimeIn),
  'MMMM yyyy': (value) => format(value, (moment) => new Intl.DateTimeFormat('en-US', monthAndYear).format(moment)),
  t: (value) => format(value, timeIn),
};

/** Formats a day as M/d/yy, independent of the time zone. */
export const dayText: Formatter = (value) => format(value, dayIn);

/** Formats a moment as M/d/yy h:mm a in the reader's time zone (spec 9). */
export const momentText: Formatter = (value) => format(value, (moment) => dayAndTimeIn(localAsUtc(moment)));

/** Formats a moment as relative time such as '3 days ago', in the largest unit with a positive value (spec 9). */
export function relativeTimeText(moment: string, now: number): string {
  const age = toLargestUnit(now - (storedMoment(moment)?.getTime() ?? now));
  return age ? `${age.count} ${age.unit}${age.count === 1 ? '' : 's'} ago` : 'just now';
}

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
function format(value: string, text: (moment: Date) => string): string {
  const moment = storedMoment(value);
  return moment ? text(moment) : value;
}

const dayIn = (moment: Date): string =>
  `${moment.getUTCMonth() + 1}/${moment.getUTCDate()}/${twoDigits(moment.getUTCFullYear() % 100)}`;

const timeIn = (moment: Date): string => {
  const hours = moment.getUTCHours();
  return `${hours % 12 || 12}:${twoDigits(moment.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
};

const dayAndTimeIn = (moment: Date): string => `${dayIn(moment)} ${timeIn(moment)}`;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The moment whose UTC date and time are those of another one in the reader's time zone. */
const localAsUtc = (moment: Date): Date =>
  new Date(Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate(), moment.getHours(), moment.getMinutes()));
