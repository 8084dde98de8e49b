import { groupings } from '#schemas/reports/groupings.ts';

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
  summary: 'Get the totals of a Report',
  description:
    'Sums the rows of its view: those of its kind that are not hidden and match its filters. Supports the filters of the view: data.industry, data.fiscal_year_month.from.',
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
        description: 'Whether the precomputed totals are being rebuilt. In that case the rows themselves were counted.',
      },
      countedTo: {
        type: ['integer', 'null'],
        description: 'The number of rows counted, newest first, if there are more than the limit; else null.',
      },
    },
    required: ['rows', 'revenue', 'netRevenue', 'by', 'isRebuilding', 'countedTo'],
    additionalProperties: false,
  },
  errors: ['MISSING_ABILITY' as const, 'RESOURCE_NOT_FOUND' as const, 'DATABASE_VALIDATION_ERROR' as const],
};
