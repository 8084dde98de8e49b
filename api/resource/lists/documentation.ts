import type { Resource } from '#schemas/resource/resource.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../schemas/documentation.ts';
import { csvParameters, type ExtraQueryKeys, listParameters } from './list-parameters.ts';
import { rowsType } from './reply.ts';

/** The list routes generated for a resource. */
type ListCall = 'list' | 'csv' | 'short';

/** Response headers of a list in both dialects. */
const pageHeaders: Record<string, JsonSchema> = {
  'Content-Range': { type: 'string', description: 'Which of how many rows these are.' },
  'X-Total-Count': { type: 'integer', description: 'How many rows the filters find.' },
  'X-Total-Is-Minimum': { type: 'boolean', description: 'There are more than that.' },
  'X-Next': { type: 'string', description: "More rows follow, in react-admin's dialect: `after` takes this." },
};

const csvText: JsonSchema = {
  type: 'string',
  description: 'A row of labels, then one row for each record of all pages.',
};
const csvHeaders: Record<string, JsonSchema> = {
  'Content-Disposition': { type: 'string', description: 'A file named after the list and the day.' },
};

/** JSON Schema of a page of rows (design 3). */
export function pageSchemaOf(rows: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      pagination: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1, description: 'Not of a page that `after` asked for.' },
          limit: { type: 'integer', minimum: 1 },
          total: { type: 'integer', minimum: 0 },
          totalIsMinimum: { type: 'boolean', description: 'There are more than `total`.' },
          next: { type: 'string', description: 'More rows follow: `after` takes this.' },
          endsEarly: {
            type: 'boolean',
            description: 'It has fewer rows than its limit, since they are large: the others come by `next`.',
          },
        },
        required: ['limit', 'total'],
        additionalProperties: false,
      },
      results: { type: 'array', items: rows },
    },
    required: ['pagination', 'results'],
    additionalProperties: false,
  };
}

/** OpenAPI documentation of a list route. `queryKeys` are extra query keys that are no fields. */
export function listDocumentationOf(resource: Resource, call: ListCall, queryKeys: ExtraQueryKeys = {}): Documentation {
  const { label, path } = resource;
  const row = schemaRef(resource.name);
  // A nested list returns RESOURCE_NOT_FOUND when its parent does not exist.
  const errors: Documentation['errors'] = [
    'MISSING_ABILITY',
    ...(resource.nested ? (['RESOURCE_NOT_FOUND'] as const) : []),
  ];
  const calls = {
    list: () => ({
      tag: path,
      summary: `List ${label}`,
      query: listParameters(resource, queryKeys),
      description: `In JSON it answers a page; the parameters of react-admin's dialect ask for ${rowsType}.`,
      answer: pageSchemaOf(row),
      otherAnswers: { [rowsType]: { type: 'array', items: row }, 'text/csv': csvText },
      answerHeaders: pageHeaders,
      errors,
    }),
    csv: () => ({
      tag: path,
      summary: `List ${label} as CSV`,
      description: 'All that the filters find, as a file; the same as the list for who accepts text/csv.',
      query: csvParameters(resource, queryKeys),
      otherAnswers: { 'text/csv': csvText },
      answerHeaders: csvHeaders,
      errors,
    }),
    short: () => ({
      tag: path,
      summary: `List the names of ${label}`,
      answer: { type: 'array', items: shortRecord },
      errors,
    }),
  } satisfies Record<ListCall, () => Documentation>;
  return calls[call]();
}

const shortRecord: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, slug: { type: 'string' } },
  required: ['id', 'name'],
  additionalProperties: false,
};
