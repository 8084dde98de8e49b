import type { Operation, Resource } from '#schemas/resource/resource.ts';
import { type Documentation, schemaNamed } from '../documentation/documentation.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import type { JsonSchema } from './body-schema.ts';
import { csvParameters, listParameters, populateParameter } from './lists/parameters.ts';
import { rowName } from './record-schema.ts';

/** The calls that are generated for a resource. */
export type Call = Operation | 'csv' | 'short' | 'replace';

const revisionTag: Record<string, JsonSchema> = {
  ETag: { type: 'string', description: 'The revision in quotes, for If-Match.', examples: ['"7"'] },
};

/** Request header of a change: the revision that the caller has seen. */
export const ifMatch: Record<string, JsonSchema> = {
  'If-Match': {
    type: 'string',
    pattern: '^(\\*|"\\d{1,15}")$',
    description:
      'The revision that the caller has seen; a stale one is RESOURCE_CONFLICT. Without it nothing is checked.',
    examples: ['"7"'],
  },
};

/** Response headers of a list in either dialect. */
const pageHeaders: Record<string, JsonSchema> = {
  'Content-Range': { type: 'string', description: 'Which of how many rows these are.' },
  'X-Total-Count': { type: 'integer', description: 'How many rows the filters find.' },
};

const csvText: JsonSchema = {
  type: 'string',
  description: 'A row of labels, then one row for each record of all pages.',
};
const csvHeaders: Record<string, JsonSchema> = {
  'Content-Disposition': { type: 'string', description: 'A file named after the list and the day.' },
};

/** A page of `rows` as lists answer it (design 3). */
export function pageOf(rows: JsonSchema): JsonSchema {
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

interface Described {
  answer?: JsonSchema;
  row?: JsonSchema;
  queryKeys?: string[];
}

/**
 * What the OpenAPI document says of one generated call. `answer` is the record's own schema unless the call adds to it,
 * `row` what a list has of it; `queryKeys` are the list's keys that name no field.
 */
export function documentationOf(
  resource: Resource,
  call: Call,
  { answer = schemaNamed(resource.name), row = schemaNamed(rowName(resource)), queryKeys = [] }: Described = {},
): Documentation {
  const { name, label, path } = resource;
  const one = /^[AEIOU]/.test(name) ? `an ${name}` : `a ${name}`;
  const record: Pick<Documentation, 'tag' | 'answer' | 'answerHeaders'> = {
    tag: path,
    answer,
    answerHeaders: revisionTag,
  };
  // What stands under a record is not found when that is not there.
  const above = resource.nested ? (['RESOURCE_NOT_FOUND'] as const) : [];
  const listErrors: Documentation['errors'] = ['MISSING_ABILITY', ...above];
  const calls = {
    list: () => ({
      tag: path,
      summary: `List ${label}`,
      query: listParameters(resource, queryKeys),
      answer: { oneOf: [pageOf(row), { type: 'array', items: row }] },
      otherAnswers: { 'text/csv': csvText },
      answerHeaders: pageHeaders,
      errors: listErrors,
    }),
    csv: () => ({
      tag: path,
      summary: `List ${label} as CSV`,
      description: 'All that the filters find, as a file; the same as the list for who accepts text/csv.',
      query: csvParameters(resource, queryKeys),
      otherAnswers: { 'text/csv': csvText },
      answerHeaders: csvHeaders,
      errors: listErrors,
    }),
    short: () => ({
      tag: path,
      summary: `List the names of ${label}`,
      answer: { type: 'array', items: shortRecord },
      errors: listErrors,
    }),
    read: () => ({
      ...record,
      summary: `Read ${one}`,
      query: { populate: populateParameter(resource) },
      errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
    }),
    create: () => ({
      ...record,
      summary: `Make ${one}`,
      status: 201,
      errors: [...makeErrors, ...above],
    }),
    update: () => ({
      ...record,
      summary: `Change ${one}`,
      description: 'Replaces each field that the body names, whole.',
      headers: ifMatch,
      errors: changeErrors,
    }),
    replace: () => ({
      ...record,
      summary: `Change ${one} by its whole record`,
      description: 'As PATCH; fields of the server must equal what is stored.',
      headers: ifMatch,
      body: answer,
      errors: changeErrors,
    }),
    delete: () => ({
      ...record,
      summary: `Delete ${one}`,
      headers: ifMatch,
      errors: [
        'REQUEST_DENIED',
        'MISSING_ABILITY',
        'MISSING_PERMISSION',
        'RESOURCE_NOT_FOUND',
        'RESOURCE_CONFLICT',
        'RESOURCE_INOPERABLE',
      ],
    }),
  } satisfies Record<Call, () => Documentation>;
  return calls[call]();
}

const makeErrors: ErrorCode[] = [
  'REQUEST_DENIED',
  'MISSING_ABILITY',
  'MISSING_PERMISSION',
  'RESOURCE_CONFLICT',
  'DATABASE_VALIDATION_ERROR',
];
const changeErrors: Documentation['errors'] = [
  'REQUEST_DENIED',
  'MISSING_ABILITY',
  'MISSING_PERMISSION',
  'RESOURCE_NOT_FOUND',
  'RESOURCE_CONFLICT',
  'DATABASE_VALIDATION_ERROR',
];

const shortRecord: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, slug: { type: 'string' } },
  required: ['id', 'name'],
  additionalProperties: false,
};
