import { sum } from '#grammar/decimal/decimal.ts';
import { moneyText } from '../texts/money.ts';
import type { Grouping } from './groupings.ts';

/** Revenue of some rows: of all, or of those that share a value. */
export interface Sum {
  rows: number;
  revenue: number;
  netRevenue: number;
}

export interface Group extends Sum {
  value: string;
}

/** What the rows of a report come to (design 8). */
export interface ReportSummary extends Sum {
  by: Record<Grouping, Group[]>;
}

/** The same as GET /api/reports/{id}/summary answers it. */
export interface AnsweredSummary extends ReportSummary {
  /** What is kept of the rows is being made anew: these were counted. */
  isRebuilding: boolean;
  /** How many rows were counted, the newest, where there are more than may be. */
  countedTo: number | null;
}

/** What a chart of each grouping is called. */
export const groupingTitles: Record<Grouping, string> = {
  fiscalMonth: 'By fiscal month',
  industry: 'By industry',
  productGroup: 'By product group',
  salesChannel: 'By sales channel',
};

/** The figures of a sum in the order in which they are told. */
export const figures = [
  { key: 'revenue', label: 'Revenue', text: moneyText },
  { key: 'netRevenue', label: 'Net revenue', text: moneyText },
  { key: 'rows', label: 'Rows', text: (count: number) => count.toLocaleString('en-US') },
] as const satisfies readonly { key: keyof Sum; label: string; text: (value: number) => string }[];

/** What stands for rows without a value. */
export const nameOfGroup = ({ value }: Pick<Group, 'value'>): string => value || 'Not said';

const mostShown = 10;

/** The groups of a chart: months in their order, of all else those with the most revenue and, as `others`, what the rest comes to. */
export function shownGroups(grouping: Grouping, groups: readonly Group[]): { groups: Group[]; others: Group | null } {
  if (grouping === 'fiscalMonth') return { groups: [...groups], others: null };
  const sorted = groups.toSorted((one, other) => other.revenue - one.revenue);
  if (sorted.length <= mostShown) return { groups: sorted, others: null };
  const rest = sorted.slice(mostShown - 1);
  const total = (key: keyof Sum) => sum(rest.map((each) => each[key]));
  return {
    groups: sorted.slice(0, mostShown - 1),
    others: {
      value: `${rest.length} others`,
      rows: total('rows'),
      revenue: total('revenue'),
      netRevenue: total('netRevenue'),
    },
  };
}

/** The groups of a chart with, at their end, the others as one, and the largest amount of them. */
export function chartOf(
  grouping: Grouping,
  { by }: Pick<ReportSummary, 'by'>,
): { all: Group[]; others: Group | null; most: number } {
  const { groups, others } = shownGroups(grouping, by[grouping]);
  const all = others ? [...groups, others] : groups;
  return { all, others, most: Math.max(1, ...all.flatMap(({ revenue, netRevenue }) => [revenue, netRevenue])) };
}

/** A summary out of what the database answers. */
export function summaryIn(found: Record<string, unknown>): ReportSummary {
  const by: Record<string, unknown> = Object(found.by);
  const groupsOf = (grouping: Grouping): Group[] => {
    const groups = by[grouping];
    return Array.isArray(groups)
      ? groups.map((each: unknown) => ({ value: String(Object(each).value), ...sumIn(each) }))
      : [];
  };
  return {
    ...sumIn(found),
    by: {
      fiscalMonth: groupsOf('fiscalMonth'),
      industry: groupsOf('industry'),
      productGroup: groupsOf('productGroup'),
      salesChannel: groupsOf('salesChannel'),
    },
  };
}

function sumIn(found: unknown): Sum {
  const { rows, revenue, netRevenue } = Object(found);
  return { rows: Number(rows), revenue: Number(revenue), netRevenue: Number(netRevenue) };
}
