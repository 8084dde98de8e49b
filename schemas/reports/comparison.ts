import { subtract } from '#grammar/decimal/decimal.ts';
import type { Group, ReportSummary, Sum } from './report-summary.ts';

/** What a report's figures are held against. */
export const comparisons = {
  none: 'Nothing',
  before: 'The period before',
  year: 'The same months a year before',
} as const;

export type Comparison = keyof typeof comparisons;

export const isComparison = (text: unknown): text is Comparison =>
  typeof text === 'string' && Object.hasOwn(comparisons, text);

/** From the first to the last fiscal month, both included: '2026-01'. */
export interface Period {
  from: string;
  to: string;
}

const month = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** The months that figures are of: those that are asked for, and where an end is open the first or last one that has rows. */
export function periodOf(
  asked: Partial<Period>,
  { by: { fiscalMonth } }: Pick<ReportSummary, 'by'>,
): Period | undefined {
  const months = fiscalMonth.map(({ value }) => value).filter((value) => month.test(value));
  const from = asked.from ?? months[0];
  const to = asked.to ?? months.at(-1);
  return from && to && month.test(from) && month.test(to) && from <= to ? { from, to } : undefined;
}

/** The months that a period is held against: as many right before it, or the same ones a year earlier. */
export function periodBefore({ from, to }: Period, comparison: Exclude<Comparison, 'none'>): Period {
  const length = numberOf(to) - numberOf(from) + 1;
  const back = comparison === 'year' ? 12 : length;
  return { from: monthOf(numberOf(from) - back), to: monthOf(numberOf(to) - back) };
}

/** Months since the year 0. */
function numberOf(text: string): number {
  const [year = 0, number = 1] = text.split('-').map(Number);
  return year * 12 + number - 1;
}

const monthOf = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

/** '2026-01', or '2026-01 to 2026-03'. */
export const wordsOfPeriod = ({ from, to }: Period): string => (from === to ? from : `${from} to ${to}`);

/** How a figure differs from that of before, as its own words and in percent: '$500.00 more (+12.5%)'. */
export function differenceWords(now: number, before: number, text: (value: number) => string): string {
  const difference = subtract(now, before);
  if (difference === 0) return 'As before';
  const amount = `${text(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`;
  if (before <= 0) return before === 0 ? `${amount}: nothing before` : amount;
  return `${amount} (${percentage.format(difference / before)})`;
}

const percentage = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** What the group of a chart came to before: of months the one at the same place in the period before. */
export function groupBefore(groups: readonly Group[], value: string, periods?: { now: Period; before: Period }): Sum {
  const wanted =
    periods && month.test(value)
      ? monthOf(numberOf(value) - numberOf(periods.now.from) + numberOf(periods.before.from))
      : value;
  return groups.find((group) => group.value === wanted) ?? { rows: 0, revenue: 0, netRevenue: 0 };
}
