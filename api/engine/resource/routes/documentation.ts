import type { Operation, Resource } from '#schemas/resource/resource.ts';
import type { ErrorCode } from '../../../platform/errors/catalogue.ts';
import { listParameterTable } from '../lists/parameters.ts';
import type { Expansion } from '../records/calls.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../schemas/documentation.ts';
import { recordSchema } from '../schemas/record-schema.ts';

/** The generated routes on one record. */
export type Call = Exclude<Operation, 'list'> | 'replace';

/** Response header ETag: the value for If-Match. */
export const revisionTag: Record<string, JsonSchema> = {
  ETag: { type: 'string', description: 'The revision in double quotes, for If-Match.', examples: ['"7"'] },
};

/** Request header If-Match of a change: the revision that the caller has seen (optimistic locking). */
export const ifMatch: Record<string, JsonSchema> = {
  'If-Match': {
    type: 'string',
    pattern: '^(\\*|"\\d{1,15}")$',
    description:
      'The last revision that the client has read. A stale revision is rejected with RESOURCE_CONFLICT. Without the header there is no check.',
    examples: ['"7"'],
  },
};

/** Request header Idempotency-Key of a create (design 3). */
export const idempotencyKey: Record<string, JsonSchema> = {
  'Idempotency-Key': {
    type: 'string',
    maxLength: 200,
    description: 'Stored for 24 hours: retries with the same key create one record and get the same response.',
    examples: ['6d1f7c9e'],
  },
};

/** OpenAPI documentation of a generated route. `ownErrors` are the resource's own errors. */
export function documentationOf(
  resource: Resource,
  call: Call,
  ownErrors: ErrorCode[] = [],
  expansion?: Pick<Expansion<unknown>, 'name' | 'schema'>,
): Documentation {
  const answer = schemaRef(resource.name);
  const isIdempotent = resource.schema['x-store']?.idempotent === true;
  const { name, path } = resource;
  const one = /^([AEIO]|U(?!ser))/.test(name) ? `an ${name}` : `a ${name}`;
  const record: Pick<Documentation, 'tag' | 'answer' | 'answerHeaders'> = {
    tag: path,
    answer,
    answerHeaders: revisionTag,
  };
  // A nested route returns RESOURCE_NOT_FOUND when the parent record does not exist.
  const above = resource.nested ? (['RESOURCE_NOT_FOUND'] as const) : [];
  const calls = {
    read: () => ({
      ...record,
      summary: `Get ${one}`,
      description: 'Returns the record, with its revision as ETag.',
      query: { populate: listParameterTable.populate.schema(resource, expansion?.name) },
      ...(expansion ? { answer: withExpansion(resource, expansion) } : {}),
      errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
    }),
    create: () => ({
      ...record,
      summary: `Create ${one}`,
      description: 'Returns the new record, with its revision as ETag.',
      status: 201,
      ...(isIdempotent ? { headers: idempotencyKey } : {}),
      errors: [...makeErrors, ...above, ...ownErrors],
    }),
    update: () => ({
      ...record,
      summary: `Update ${one}`,
      description: 'Replaces each field in the body as a whole. Omitted fields do not change.',
      headers: ifMatch,
      errors: [...changeErrors, ...ownErrors],
    }),
    replace: () => ({
      ...record,
      summary: `Replace ${one}`,
      description: 'Like PATCH, but takes the whole record. Read-only fields must equal their stored values.',
      headers: ifMatch,
      body: answer,
      errors: [...changeErrors, ...ownErrors],
    }),
    delete: () => ({
      ...record,
      summary: `Delete ${one}`,
      description: 'Returns the deleted record.',
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

function withExpansion(resource: Resource, { name, schema }: Pick<Expansion<unknown>, 'name' | 'schema'>): JsonSchema {
  const record = recordSchema(resource);
  return { ...record, properties: { ...Object(record.properties), [name]: schema } };
}

const makeErrors: ErrorCode[] = [
  'REQUEST_DENIED',
  'MISSING_ABILITY',
  'MISSING_PERMISSION',
  'RESOURCE_CONFLICT',
  'DATABASE_VALIDATION_ERROR',
];
const changeErrors: ErrorCode[] = [
  'REQUEST_DENIED',
  'MISSING_ABILITY',
  'MISSING_PERMISSION',
  'RESOURCE_NOT_FOUND',
  'RESOURCE_CONFLICT',
  'DATABASE_VALIDATION_ERROR',
];
