import { groupings } from '#schemas/reports/groupings.ts';
import { type Filter, store } from '../store/store.ts';

const sums = {
  rows: { $sum: 1 },
  revenue: { $sum: '$data.revenue' },
  netRevenue: { $sum: '$data.net_revenue' },
};

const groupBy = (field: string) => [
  { $group: { _id: { $ifNull: [`$data.${field}`, ''] }, ...sums } },
  { $sort: { _id: 1 as const } },
  { $limit: 500 },
  { $project: { _id: 0, value: '$_id', rows: 1, revenue: 1, netRevenue: 1 } },
];

/** Totals of revenue and net revenue of the rows that the filter finds, whole and by month, group, channel and industry. */
export async function summaryOf(filter: Filter): Promise<Record<string, unknown>> {
  const facets = Object.entries(groupings).map(([name, field]) => [name, groupBy(field)] as const);
  const [found] = await store('ReportRow').aggregate(filter, [
    {
      $facet: { total: [{ $group: { _id: null, ...sums } }, { $project: { _id: 0 } }], ...Object.fromEntries(facets) },
    },
  ]);
  const { total, ...by } = found ?? {};
  const [whole] = Array.isArray(total) ? total : [];
  return { ...(whole ?? { rows: 0, revenue: 0, netRevenue: 0 }), by, isRebuilding: false, countedTo: null };
}

const sum = { rows: { type: 'integer' }, revenue: { type: 'number' }, netRevenue: { type: 'number' } };
const group = {
  type: 'array',
  items: {
    type: 'object',
    properties: { value: { type: 'string' }, ...sum },
    required: ['value', 'rows', 'revenue', 'netRevenue'],
    additionalProperties: false,
  },
};

export const summaryDocumentation = {
  summary: 'Read the totals of a Report',
  description:
    'Of the rows of its view: those of its kind that are not hidden, as far as its filters leave them. Takes the filters of the view: data.industry, data.fiscal_year_month.from.',
  tag: 'reports',
  answer: {
    type: 'object',
    properties: {
      ...sum,
      by: {
        type: 'object',
        properties: Object.fromEntries(Object.keys(groupings).map((name) => [name, group])),
        required: Object.keys(groupings),
        additionalProperties: false,
      },
      isRebuilding: {
        type: 'boolean',
        description: 'What is kept of these rows is made anew just now: the rows themselves were counted.',
      },
      countedTo: {
        type: ['integer', 'null'],
        description: 'How many rows were counted, the newest ones, where there are more than may be.',
      },
    },
    required: ['rows', 'revenue', 'netRevenue', 'by', 'isRebuilding', 'countedTo'],
    additionalProperties: false,
  },
  errors: ['MISSING_ABILITY' as const, 'RESOURCE_NOT_FOUND' as const, 'DATABASE_VALIDATION_ERROR' as const],
};
