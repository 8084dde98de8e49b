import type { Operation, Resource } from '#schemas/resource/resource.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import { listParameterTable } from '../lists/parameters.ts';
import type { Expansion } from '../records/calls.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../schemas/documentation.ts';
import { recordSchema } from '../schemas/record-schema.ts';

/** The generated routes on one record. */
export type Call = Exclude<Operation, 'list'> | 'replace';

/** Response header ETag: the value for If-Match. */
export const revisionTag: Record<string, JsonSchema> = {
  ETag: { type: 'string', description: 'The revision in quotes, for If-Match.', examples: ['"7"'] },
};

/** Request header If-Match of a change: the revision that the caller has seen (optimistic locking). */
export const ifMatch: Record<string, JsonSchema> = {
  'If-Match': {
    type: 'string',
    pattern: '^(\\*|"\\d{1,15}")$',
    description:
      'The revision that the caller has seen; a stale one is RESOURCE_CONFLICT. Without it nothing is checked.',
    examples: ['"7"'],
  },
};

/** Request header Idempotency-Key of a create (design 3). */
export const idempotencyKey: Record<string, JsonSchema> = {
  'Idempotency-Key': {
    type: 'string',
    maxLength: 200,
    description: 'Kept for a day: the same key makes one record and gets the same answer.',
    examples: ['6d1f7c9e'],
  },
};

/** OpenAPI documentation of a generated route. `refusals` are the resource's own errors. */
export function documentationOf(
  resource: Resource,
  call: Call,
  refusals: ErrorCode[] = [],
  brought?: Pick<Expansion<unknown>, 'name' | 'schema'>,
): Documentation {
  const answer = schemaRef(resource.name);
  const isIdempotent = resource.schema['x-store']?.idempotent === true;
  const { name, path } = resource;
  const one = /^[AEIOU]/.test(name) ? `an ${name}` : `a ${name}`;
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
      summary: `Read ${one}`,
      query: { populate: listParameterTable.populate.schema(resource, brought?.name) },
      ...(brought ? { answer: withBrought(resource, brought) } : {}),
      errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
    }),
    create: () => ({
      ...record,
      summary: `Make ${one}`,
      status: 201,
      ...(isIdempotent ? { headers: idempotencyKey } : {}),
      errors: [...makeErrors, ...above, ...refusals],
    }),
    update: () => ({
      ...record,
      summary: `Change ${one}`,
      description: 'Replaces each field that the body names, whole.',
      headers: ifMatch,
      errors: [...changeErrors, ...refusals],
    }),
    replace: () => ({
      ...record,
      summary: `Change ${one} by its whole record`,
      description: 'As PATCH; fields of the server must equal what is stored.',
      headers: ifMatch,
      body: answer,
      errors: [...changeErrors, ...refusals],
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

function withBrought(resource: Resource, { name, schema }: Pick<Expansion<unknown>, 'name' | 'schema'>): JsonSchema {
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
