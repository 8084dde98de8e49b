import { useQuery } from '@tanstack/react-query';
import type { Report } from '#schemas/generated/types.ts';
import type { Grouping } from '#schemas/reports/groupings.ts';
import { request } from '../provider/http.ts';

/** Revenue of some rows: of all, or of those that share a value. */
export interface Sum {
  rows: number;
  revenue: number;
  netRevenue: number;
}

export interface Group extends Sum {
  value: string;
}

interface ReportSummary extends Sum {
  by: Record<Grouping, Group[]>;
}

/** What the rows of a report come to (design 8). */
export function useReportSummary({ id, revision }: Pick<Report, 'id' | 'revision'>) {
  return useQuery({
    queryKey: ['reports', 'summary', id, revision],
    queryFn: async ({ signal }): Promise<ReportSummary> =>
      (await request(`/api/reports/${id}/summary`, { signal })).json,
  });
}

const mostShown = 10;

/** The groups with the most revenue, and all others as one. */
export function largest(groups: Group[]): Group[] {
  const sorted = groups.toSorted((one, other) => other.revenue - one.revenue);
  if (sorted.length <= mostShown) return sorted;
  const rest = sorted.slice(mostShown - 1);
  const total = (count: (sum: Sum) => number) => rest.reduce((sum, each) => sum + count(each), 0);
  return [
    ...sorted.slice(0, mostShown - 1),
    {
      value: `${rest.length} others`,
      rows: total(({ rows }) => rows),
      revenue: total(({ revenue }) => revenue),
      netRevenue: total(({ netRevenue }) => netRevenue),
    },
  ];
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** $12,345.00 (spec 9). */
export const money = (amount: number) => dollars.format(amount);
