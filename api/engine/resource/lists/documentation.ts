import type { Resource } from '#schemas/resource/resource.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../schemas/documentation.ts';
import { type ExtraQueryKeys, exportParameters, listParameters } from './list-parameters.ts';
import { rowsType } from './reply.ts';
import { xlsxType } from './xlsx.ts';

/** The list routes generated for a resource. */
type ListCall = 'list' | 'csv' | 'xlsx' | 'short';

/** Response headers of a list in both dialects. */
const pageHeaders: Record<string, JsonSchema> = {
  'Content-Range': { type: 'string', description: 'The range of the returned rows and the total.' },
  'X-Total-Count': { type: 'integer', description: 'The number of rows that match the filters.' },
  'X-Total-Is-Minimum': { type: 'boolean', description: 'Whether there are more rows than X-Total-Count.' },
  'X-Sums': { type: 'string', description: 'The sums that `sum` requests, as a JSON object by field name.' },
  'X-Suggestion': {
    type: 'string',
    description: 'A similar query that finds something, when a search finds nothing. Percent-encoded.',
  },
  'X-Next': {
    type: 'string',
    description: "The cursor of the next page in react-admin's dialect: pass it as `after`. Absent on the last page.",
  },
};

const csvText: JsonSchema = {
  type: 'string',
  description: 'A header row of labels, then one row per record of all pages.',
};
const xlsxFile: JsonSchema = {
  type: 'string',
  format: 'binary',
  description: 'A worksheet with a frozen row of labels, then one row per record. At most 10,000 rows.',
};
const fileHeaders: Record<string, JsonSchema> = {
  'Content-Disposition': {
    type: 'string',
    description: 'An attachment whose file name contains the list and the date.',
  },
};

/** JSON Schema of a page of rows (design 3). */
export function pageSchemaOf(rows: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      pagination: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1, description: 'Absent on pages requested with `after`.' },
          limit: { type: 'integer', minimum: 1 },
          total: { type: 'integer', minimum: 0 },
          totalIsMinimum: { type: 'boolean', description: 'Whether there are more rows than `total`.' },
          next: {
            type: 'string',
            description: 'The cursor of the next page: pass it as `after`. Absent on the last page.',
          },
          sums: {
            type: 'object',
            additionalProperties: { type: 'number' },
            description: 'The sums that `sum` requests, by field name. Absent beyond 10,000 matches.',
          },
          suggestion: {
            type: 'string',
            description: 'A similar query that finds something, when a search finds nothing.',
          },
          endsEarly: {
            type: 'boolean',
            description:
              'Whether the page has fewer rows than its limit because they are large. Use `next` for the rest.',
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
      description: `Returns a page as JSON. With the parameters of react-admin's dialect it returns ${rowsType}.`,
      answer: pageSchemaOf(row),
      otherAnswers: { [rowsType]: { type: 'array', items: row }, 'text/csv': csvText },
      answerHeaders: pageHeaders,
      errors,
    }),
    csv: () => ({
      tag: path,
      summary: `List ${label} as CSV`,
      description: 'Returns all records that match the filters as a file. Same as the list with Accept: text/csv.',
      query: exportParameters(resource, queryKeys),
      otherAnswers: { 'text/csv': csvText },
      answerHeaders: fileHeaders,
      errors,
    }),
    xlsx: () => ({
      tag: path,
      summary: `List ${label} as an Excel workbook`,
      description: 'Returns all records that match the filters as a file, up to 10,000.',
      query: exportParameters(resource, queryKeys),
      otherAnswers: { [xlsxType]: xlsxFile },
      answerHeaders: fileHeaders,
      errors,
    }),
    short: () => ({
      tag: path,
      summary: `List the names of ${label}`,
      operationId: `list${resource.name}Names`,
      description: 'Returns id and name of each record that the caller may read, for selects.',
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
