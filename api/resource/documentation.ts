import type { Operation, Resource } from '#schemas/resource/resource.ts';
import { type Documentation, schemaNamed } from '../documentation/documentation.ts';
import type { JsonSchema } from './body-schema.ts';
import { listParameters, populateParameter } from './list-parameters.ts';

/** The calls that are generated for a resource. */
export type Call = Operation | 'short' | 'replace';

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

/** A page of `rows` as lists answer it (design 3). */
export function pageOf(rows: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      pagination: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1 },
          limit: { type: 'integer', minimum: 1 },
          total: { type: 'integer', minimum: 0 },
          totalIsMinimum: { type: 'boolean', description: 'There are more than `total`.' },
        },
        required: ['page', 'limit', 'total'],
        additionalProperties: false,
      },
      results: { type: 'array', items: rows },
    },
    required: ['pagination', 'results'],
    additionalProperties: false,
  };
}

/**
 * What the OpenAPI document says of one generated call. `answer` is the record's own schema unless the call adds to it;
 * `queryKeys` are the list's keys that name no field.
 */
export function documentationOf(
  resource: Resource,
  call: Call,
  { answer = schemaNamed(resource.name), queryKeys = [] }: { answer?: JsonSchema; queryKeys?: string[] } = {},
): Documentation {
  const { name, label, path } = resource;
  const one = /^[AEIOU]/.test(name) ? `an ${name}` : `a ${name}`;
  const record: Pick<Documentation, 'tag' | 'answer' | 'answerHeaders'> = {
    tag: path,
    answer,
    answerHeaders: revisionTag,
  };
  const calls = {
    list: () => ({
      tag: path,
      summary: `List ${label}`,
      query: listParameters(resource, queryKeys),
      answer: { oneOf: [pageOf(answer), { type: 'array', items: answer }] },
      answerHeaders: pageHeaders,
      errors: ['MISSING_ABILITY'],
    }),
    short: () => ({
      tag: path,
      summary: `List the names of ${label}`,
      answer: { type: 'array', items: shortRecord },
      errors: ['MISSING_ABILITY'],
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
      errors: makeErrors,
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

const makeErrors: Documentation['errors'] = [
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
