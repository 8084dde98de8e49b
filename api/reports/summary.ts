import { groupings } from '#schemas/reports/groupings.ts';
import { type AnsweredSummary, type ReportSummary, summaryIn } from '#schemas/reports/report-summary.ts';
import { type Filter, store } from '../store/store.ts';
import { keptTotals } from './kept-totals.ts';
import { mostGroups, roundedSums } from './rounded-sums.ts';

/** Rows that are counted at most, the newest ones, where no cells tell what is asked for. */
const mostCounted = 200_000;

interface Asked {
  kind: string;
  /** What is asked for, what the report keeps, and what the reader may read. */
  filters: Filter[];
  /** What of the stored rows there is at all. */
  there: Filter;
}

/** Totals of the rows that the filters find: of what is kept of them where that tells it, else of the rows themselves. */
export async function summaryOf(asked: Asked): Promise<AnsweredSummary> {
  const { isRebuilding, totals } = await keptTotals(asked);
  if (totals) return { ...totals, isRebuilding: false, countedTo: null };
  const counted = await countedTotals({ $and: [...asked.filters, asked.there] });
  return { ...counted, isRebuilding, countedTo: counted.rows === mostCounted ? mostCounted : null };
}

const sums = {
  rows: { $sum: 1 },
  revenue: { $sum: '$data.revenue' },
  netRevenue: { $sum: '$data.net_revenue' },
};

const groupBy = (field: string) => [
  { $group: { _id: { $ifNull: [`$data.${field}`, ''] }, ...sums } },
  { $sort: { _id: 1 as const } },
  { $limit: mostGroups },
  { $project: { _id: 0, value: '$_id', rows: 1, revenue: 1, netRevenue: 1 } },
];

async function countedTotals(filter: Filter): Promise<ReportSummary> {
  const facets = Object.entries(groupings).map(([name, field]) => [name, groupBy(field)] as const);
  const [found = {}] = await store('ReportRow').aggregate(filter, [
    { $sort: { createdAt: -1, _id: -1 } },
    { $limit: mostCounted },
    {
      $facet: { total: [{ $group: { _id: null, ...sums } }, { $project: { _id: 0 } }], ...Object.fromEntries(facets) },
    },
  ]);
  const { total, ...by } = found;
  const [whole] = Array.isArray(total) ? total : [];
  return roundedSums(summaryIn({ rows: 0, revenue: 0, netRevenue: 0, ...whole, by }));
}
