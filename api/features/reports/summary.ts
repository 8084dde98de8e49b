import { groupings } from '#schemas/reports/groupings.ts';
import { type ReportSummary, type SummaryResponse, summaryIn } from '#schemas/reports/report-summary.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { maxChartGroups, roundTotals, storedTotals } from './stored-totals.ts';

/** Maximum number of rows (the newest) to count when stored totals cannot answer the query. */
const maxCounted = 200_000;

interface SummaryQuery {
  kind: string;
  /** The query's filters, the report's filter, and what the viewer may read. */
  filters: Filter[];
  /** A condition that hides rows of incomplete imports. */
  visibility: Filter;
}

/** Totals of the matching rows: from the stored totals if they can answer the query, else by counting rows. */
export async function computeSummary(query: SummaryQuery): Promise<SummaryResponse> {
  const { isRebuilding, totals } = await storedTotals(query);
  if (totals) return { ...totals, isRebuilding: false, countedTo: null };
  const countedRows = await countedTotals({ $and: [...query.filters, query.visibility] });
  return { ...countedRows, isRebuilding, countedTo: countedRows.rows === maxCounted ? maxCounted : null };
}

const sums = {
  rows: { $sum: 1 },
  revenue: { $sum: '$data.revenue' },
  netRevenue: { $sum: '$data.net_revenue' },
};

const groupBy = (field: string) => [
  { $group: { _id: { $ifNull: [`$data.${field}`, ''] }, ...sums } },
  { $sort: { _id: 1 as const } },
  { $limit: maxChartGroups },
  { $project: { _id: 0, value: '$_id', rows: 1, revenue: 1, netRevenue: 1 } },
];

async function countedTotals(filter: Filter): Promise<ReportSummary> {
  const facets = Object.entries(groupings).map(([name, field]) => [name, groupBy(field)] as const);
  const [found = {}] = await storeOf('ReportRow').aggregate(filter, [
    { $sort: { createdAt: -1, _id: -1 } },
    { $limit: maxCounted },
    {
      $facet: { total: [{ $group: { _id: null, ...sums } }, { $project: { _id: 0 } }], ...Object.fromEntries(facets) },
    },
  ]);
  const { total, ...by } = found;
  const [whole] = Array.isArray(total) ? total : [];
  return roundTotals(summaryIn({ rows: 0, revenue: 0, netRevenue: 0, ...whole, by }));
}
