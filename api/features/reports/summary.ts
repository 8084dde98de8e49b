import { groupings } from '#schemas/reports/groupings.ts';
import {
  type Amount,
  amountFields,
  type ReportSummary,
  type SummaryResponse,
  summaryIn,
} from '#schemas/reports/report-summary.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { isStoredAmount, maxChartGroups, roundTotals, storedAmounts, storedTotals } from './stored-totals.ts';

/** Maximum number of rows (the newest) to count when stored totals cannot answer the query. */
const maxCounted = 200_000;

interface SummaryQuery {
  kind: string;
  /** The query's filters, the report's filter, and what the viewer may read. */
  filters: Filter[];
  /** A condition that hides rows of incomplete imports. */
  visibility: Filter;
  /** The amounts to add up besides those of the stored totals. */
  amounts: readonly Amount[];
}

/** Totals of the matching rows: from the stored totals if they can answer the query, else by counting rows. */
export async function computeSummary(query: SummaryQuery): Promise<SummaryResponse> {
  const further = query.amounts.filter((name) => !isStoredAmount(name));
  const { isRebuilding, totals } =
    further.length > 0 ? { isRebuilding: false, totals: null } : await storedTotals(query);
  if (totals) return { ...totals, isRebuilding: false, countedTo: null };
  const countedRows = await countedTotals({ $and: [...query.filters, query.visibility] }, [
    ...storedAmounts,
    ...further,
  ]);
  return { ...countedRows, isRebuilding, countedTo: countedRows.rows === maxCounted ? maxCounted : null };
}

/** The accumulators of a group, by the name of its count, amount or text. */
type Sums = Record<string, { $sum: unknown } | { $max: unknown }>;

/** The stages that add up the records of each value of an expression, which is '' where there is none. */
export const groupStages = (value: unknown, sums: Sums) => [
  { $group: { _id: { $ifNull: [value, ''] }, ...sums } },
  { $sort: { _id: 1 as const } },
  { $limit: maxChartGroups },
  { $set: { value: '$_id' } },
  { $project: { _id: 0 as const } },
];

async function countedTotals(filter: Filter, amounts: readonly Amount[]): Promise<ReportSummary> {
  const sums: Sums = {
    rows: { $sum: 1 },
    ...Object.fromEntries(amounts.map((name) => [name, { $sum: `$data.${amountFields[name]}` }])),
  };
  const facets = Object.entries(groupings).map(([name, field]) => [name, groupStages(`$data.${field}`, sums)] as const);
  const [found = {}] = await storeOf('ReportRow').aggregate(filter, [
    { $sort: { createdAt: -1, _id: -1 } },
    { $limit: maxCounted },
    {
      $facet: { total: [{ $group: { _id: null, ...sums } }, { $project: { _id: 0 } }], ...Object.fromEntries(facets) },
    },
  ]);
  const { total, ...by } = found;
  const [whole] = Array.isArray(total) ? total : [];
  const none = Object.fromEntries(amounts.map((name) => [name, 0]));
  return roundTotals(summaryIn({ rows: 0, ...none, ...whole, by }));
}
