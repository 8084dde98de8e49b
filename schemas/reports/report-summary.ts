import { sum } from '#grammar/decimal/decimal.ts';
import { moneyText } from '../texts/money.ts';
import type { Grouping } from './groupings.ts';

/** The revenue of some rows: all rows, or those of a group. */
export interface Sum {
  rows: number;
  revenue: number;
  netRevenue: number;
}

export interface Group extends Sum {
  value: string;
}

/** The totals of a report's rows, also by group (design 8). */
export interface ReportSummary extends Sum {
  by: Record<Grouping, Group[]>;
}

/** The response of GET /api/reports/{id}/summary. */
export interface SummaryResponse extends ReportSummary {
  /** Whether the stored totals are being rebuilt, so that this summary was computed from the rows. */
  isRebuilding: boolean;
  /** The number of rows that were counted, newest first, if there are more than the limit; else null. */
  countedTo: number | null;
}

/** The title of each grouping's chart. */
export const groupingTitles: Record<Grouping, string> = {
  fiscalMonth: 'By fiscal month',
  industry: 'By industry',
  productGroup: 'By product group',
  salesChannel: 'By sales channel',
};

/** The figures of a sum in display order. */
export const figures = [
  { key: 'revenue', label: 'Revenue', text: moneyText },
  { key: 'netRevenue', label: 'Net revenue', text: moneyText },
  { key: 'rows', label: 'Rows', text: (count: number) => count.toLocaleString('en-US') },
] as const satisfies readonly { key: keyof Sum; label: string; text: (value: number) => string }[];

/** The label of a group; rows without a value are 'Not specified'. */
export const nameOfGroup = ({ value }: Pick<Group, 'value'>): string => value || 'Not specified';

const maxGroups = 10;

/**
 * The groups of a chart. Months stay in order; others are sorted by revenue, and the smallest are added up in `others`
 * if there are too many.
 */
export function shownGroups(grouping: Grouping, groups: readonly Group[]): { groups: Group[]; others: Group | null } {
  if (grouping === 'fiscalMonth') return { groups: [...groups], others: null };
  const sorted = groups.toSorted((one, other) => other.revenue - one.revenue);
  if (sorted.length <= maxGroups) return { groups: sorted, others: null };
  const rest = sorted.slice(maxGroups - 1);
  const total = (key: keyof Sum) => sum(rest.map((each) => each[key]));
  return {
    groups: sorted.slice(0, maxGroups - 1),
    others: {
      value: `${rest.length} others`,
      rows: total('rows'),
      revenue: total('revenue'),
      netRevenue: total('netRevenue'),
    },
  };
}

/** The data of a chart: its groups with `others` at the end, and the largest amount for the scale. */
export function chartOf(
  grouping: Grouping,
  { by }: Pick<ReportSummary, 'by'>,
): { all: Group[]; others: Group | null; max: number } {
  const { groups, others } = shownGroups(grouping, by[grouping]);
  const all = others ? [...groups, others] : groups;
  return { all, others, max: Math.max(1, ...all.flatMap(({ revenue, netRevenue }) => [revenue, netRevenue])) };
}

/** Builds a summary from the result of the database aggregation. */
export function summaryIn(result: Record<string, unknown>): ReportSummary {
  const by: Record<string, unknown> = Object(result.by);
  const groupsOf = (grouping: Grouping): Group[] => {
    const groups = by[grouping];
    return Array.isArray(groups)
      ? groups.map((each: unknown) => ({ value: String(Object(each).value), ...sumIn(each) }))
      : [];
  };
  return {
    ...sumIn(result),
    by: {
      fiscalMonth: groupsOf('fiscalMonth'),
      industry: groupsOf('industry'),
      productGroup: groupsOf('productGroup'),
      salesChannel: groupsOf('salesChannel'),
    },
  };
}

function sumIn(result: unknown): Sum {
  const { rows, revenue, netRevenue } = Object(result);
  return { rows: Number(rows), revenue: Number(revenue), netRevenue: Number(netRevenue) };
}
