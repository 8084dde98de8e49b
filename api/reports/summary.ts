import { type Grouping, groupings } from '#schemas/reports/groupings.ts';
import { type Filter, store } from '../store/store.ts';
import { keptTotals } from './kept-totals.ts';

/** Revenue and net revenue of some rows. */
export interface Sum {
  rows: number;
  revenue: number;
  netRevenue: number;
}

export interface Group extends Sum {
  value: string;
}

/** What rows come to, whole and by what charts are by. */
export interface Totals extends Sum {
  by: Record<Grouping, Group[]>;
}

interface Summary extends Totals {
  isRebuilding: boolean;
  countedTo: number | null;
}

/** So many groups are told of one chart. */
export const mostGroups = 500;

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
export async function summaryOf(asked: Asked): Promise<Summary> {
  const { isRebuilding, totals } = await keptTotals(asked);
  if (totals) return { ...totals, isRebuilding: false, countedTo: null };
  const counted = await countedTotals({ $and: [...asked.filters, asked.there] });
  return { ...counted, isRebuilding, countedTo: counted.rows === mostCounted ? mostCounted : null };
}

/** Millionths that adding leaves are no part of a sum of money. */
export const rounded = (amount: number): number => Math.round(amount * 10_000) / 10_000;

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

async function countedTotals(filter: Filter): Promise<Totals> {
  const facets = Object.entries(groupings).map(([name, field]) => [name, groupBy(field)] as const);
  const [found = {}] = await store('ReportRow').aggregate(filter, [
    { $sort: { createdAt: -1, _id: -1 } },
    { $limit: mostCounted },
    {
      $facet: { total: [{ $group: { _id: null, ...sums } }, { $project: { _id: 0 } }], ...Object.fromEntries(facets) },
    },
  ]);
  const [whole = sumIn({})] = listIn(found.total).map(sumIn);
  const by = (name: Grouping) => listIn(found[name]).map((each) => ({ value: String(each.value), ...sumIn(each) }));
  return {
    ...whole,
    by: {
      fiscalMonth: by('fiscalMonth'),
      industry: by('industry'),
      productGroup: by('productGroup'),
      salesChannel: by('salesChannel'),
    },
  };
}

const listIn = (value: unknown): Filter[] => (Array.isArray(value) ? value : []);

const sumIn = ({ rows, revenue, netRevenue }: Filter): Sum => ({
  rows: Number(rows ?? 0),
  revenue: rounded(Number(revenue ?? 0)),
  netRevenue: rounded(Number(netRevenue ?? 0)),
});
