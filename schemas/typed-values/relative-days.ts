/** The first and last day of a period, both included, as `2026-03-31`. */
export type DayRange = [first: string, last: string];

/** The relative dates that filters offer, with their labels. `relativeDays` also parses other numbers and periods. */
export const relativeDateLabels = {
  today: 'Today',
  yesterday: 'Yesterday',
  '-7d': 'Last 7 days',
  '-30d': 'Last 30 days',
  this_week: 'This week',
  this_month: 'This month',
  last_month: 'Last month',
  this_quarter: 'This quarter',
  this_year: 'This year',
  '7d': 'Next 7 days',
  next_month: 'Next month',
  next_quarter: 'Next quarter',
} as const;

const days = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);
const moves = new Map([
  ['last', -1],
  ['this', 0],
  ['next', 1],
]);
/** Months in each period that consists of whole months. */
const months = new Map([
  ['month', 1],
  ['quarter', 3],
  ['year', 12],
]);

/**
 * Parses a relative date of a filter (design 3): `today`, `yesterday`, `tomorrow`; `this_month`, `last_week`,
 * `next_quarter` and so on; `-7d` for the last 7 days and `30d` for the next 30 (also w, m and y), both from today.
 * Returns the days that it means on the day `today`; undefined for any other text. Weeks start on Monday (ISO 8601).
 */
export function relativeDays(text: string, today: string): DayRange | undefined {
  const now = new Date(`${today}T00:00:00.000Z`);
  const single = days.get(text);
  if (single !== undefined) return rangeOf(addDays(now, single), addDays(now, single));
  const [, move = '', period = ''] = /^(last|this|next)_(week|month|quarter|year)$/.exec(text) ?? [];
  const count = moves.get(move);
  if (count !== undefined) return periodOf(now, period, count);
  const [, sign, digits, unit = ''] = /^(-?)(\d{1,3})([dwmy])$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const other = shift(now, Number(digits) * (sign ? -1 : 1), unit);
  return sign ? rangeOf(other, now) : rangeOf(now, other);
}

function periodOf(now: Date, period: string, count: number): DayRange {
  const length = months.get(period);
  if (length === undefined) {
    const monday = addDays(now, -((now.getUTCDay() + 6) % 7) + 7 * count);
    return rangeOf(monday, addDays(monday, 6));
  }
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const first = month - (month % length) + count * length;
  return rangeOf(utcDay(year, first, 1), utcDay(year, first + length, 0));
}

/** Adds days, weeks, months or years. The last day of a shorter month stands for its missing days. */
function shift(now: Date, count: number, unit: string): Date {
  if (unit === 'd' || unit === 'w') return addDays(now, unit === 'w' ? 7 * count : count);
  const month = now.getUTCMonth() + count * (unit === 'y' ? 12 : 1);
  const last = utcDay(now.getUTCFullYear(), month + 1, 0).getUTCDate();
  return utcDay(now.getUTCFullYear(), month, Math.min(now.getUTCDate(), last));
}

const utcDay = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day));
const addDays = (date: Date, count: number) =>
  utcDay(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + count);
const rangeOf = (first: Date, last: Date): DayRange => [
  first.toISOString().slice(0, 10),
  last.toISOString().slice(0, 10),
];
