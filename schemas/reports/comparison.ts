import { subtract } from '#grammar/decimal/decimal.ts';
import type { Group, Sum } from './report-summary.ts';

/** What the figures of a report can be compared with. */
export const comparisons = {
  none: 'Nothing',
  before: 'The previous period',
  year: 'The same months a year earlier',
} as const;

export type Comparison = keyof typeof comparisons;

/** Whether a value is one of the comparisons. */
export const isComparison = (text: unknown): text is Comparison =>
  typeof text === 'string' && Object.hasOwn(comparisons, text);

/** A range of months such as '2026-01', or of days such as '2026-01-15'; both ends included. */
export interface Period {
  from: string;
  to: string;
}

const month = /^(\d{4})-(0[1-9]|1[0-2])$/;
const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The month of a day or month. */
const monthIn = (text: string): string => text.slice(0, '2026-01'.length);

/** The days of a period. */
export const daysOf = ({ from, to }: Period): Period => ({
  from: day.test(from) ? from : `${from}-01`,
  to: day.test(to) ? to : lastDayOf(to),
});

function lastDayOf(text: string): string {
  const [year = 0, number = 1] = text.split('-').map(Number);
  return `${monthIn(text)}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}

/**
 * The period that the figures cover: the filter's, with an open end replaced by the first or last month that has rows.
 * Days from the first of a month to the last of one are months.
 */
export function periodOf(requested: Partial<Period>, groups: readonly Group[] = []): Period | undefined {
  const months = groups.map(({ value }) => value).filter((value) => month.test(value));
  const from = requested.from ?? months[0];
  const to = requested.to ?? months.at(-1);
  if (!from || !to || ![from, to].every((end) => month.test(end) || day.test(end))) return undefined;
  const days = daysOf({ from, to });
  if (days.from > days.to) return undefined;
  const isWhole = days.from.endsWith('-01') && days.to === lastDayOf(to);
  return isWhole ? { from: monthIn(from), to: monthIn(to) } : days;
}

/**
 * The period to compare with: the same number of months right before, or the same months a year earlier. A period of
 * days is compared with the same days of these months, so that each month has one that it is compared with.
 */
export function periodBefore({ from, to }: Period, comparison: Exclude<Comparison, 'none'>): Period {
  const length = numberOf(to) - numberOf(from) + 1;
  const back = comparison === 'year' ? 12 : length;
  const [first, last] = [monthOf(numberOf(from) - back), monthOf(numberOf(to) - back)];
  if (!day.test(from)) return { from: first, to: last };
  const isMonthEnd = to === lastDayOf(to);
  return { from: sameDayIn(first, from), to: isMonthEnd ? lastDayOf(last) : sameDayIn(last, to) };
}

/** The same day of another month, or its last one. */
function sameDayIn(other: string, text: string): string {
  const [same, last] = [`${other}${text.slice(other.length)}`, lastDayOf(other)];
  return same < last ? same : last;
}

/** The number of months since the year 0. */
function numberOf(text: string): number {
  const [year = 0, number = 1] = text.split('-').map(Number);
  return year * 12 + number - 1;
}

const monthOf = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

/** '2026-01', or '2026-01 to 2026-03'. */
export const wordsOfPeriod = ({ from, to }: Period): string => (from === to ? from : `${from} to ${to}`);

/** The difference of two figures in words and percent: '$500.00 more (+12.5%)'. */
export function differenceWords(now: number, before: number, text: (value: number) => string): string {
  const difference = subtract(now, before);
  if (difference === 0) return 'No change';
  const amount = `${text(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`;
  if (before <= 0) return before === 0 ? `${amount} (none before)` : amount;
  return `${amount} (${percentage.format(difference / before)})`;
}

const percentage = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** The previous value of a chart's group. For a month, the one at the same position in the previous period. */
export function groupBefore(groups: readonly Group[], value: string, periods?: { now: Period; before: Period }): Sum {
  const groupValue =
    periods && month.test(value)
      ? monthOf(numberOf(value) - numberOf(periods.now.from) + numberOf(periods.before.from))
      : value;
  return groups.find((group) => group.value === groupValue) ?? { rows: 0 };
}
