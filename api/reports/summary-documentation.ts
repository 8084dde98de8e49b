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
