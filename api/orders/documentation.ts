import { idempotencyKey } from '../idempotency/documentation.ts';
import { pageOf } from '../resource/lists/documentation.ts';
import { parameters } from '../resource/lists/parameters.ts';
import { documentationOf } from '../resource/routes/documentation.ts';
import type { JsonSchema } from '../resource/schemas/body-schema.ts';
import { type Documentation, schemaNamed } from '../resource/schemas/documentation.ts';
import { recordSchema } from '../resource/schemas/record-schema.ts';
import { resource } from '../store/model.ts';

const orders = resource('Order');

const problem: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'A JSON pointer into the order.' },
    value: {},
    message: { type: 'string' },
  },
  required: ['path', 'message'],
  additionalProperties: true,
};

const found: Record<string, JsonSchema> = {
  problems: {
    type: 'array',
    items: problem,
    description: 'What would refuse the order now; of a DRAFT or PENDING one.',
  },
  normalized: {
    type: 'array',
    items: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: true },
    description: 'What a save has changed of the data that came.',
  },
};

const record = recordSchema(orders);
/** One order is answered with what its form says of it (design 6). */
const answer: JsonSchema = {
  ...record,
  properties: { ...(typeof record.properties === 'object' ? record.properties : {}), ...found },
};

const version: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    orderRevision: {
      type: 'integer',
      description: 'The revision that the save made; of gathered autosaves the first.',
    },
    timestamp: { type: 'string', format: 'date-time' },
    patch: { type: 'array', items: { type: 'object', additionalProperties: true } },
    extra: { type: 'object', additionalProperties: true },
    autosave: { type: 'boolean' },
  },
  required: ['id', 'orderRevision', 'timestamp', 'patch'],
  additionalProperties: false,
};

const rejected: Documentation['errors'] = ['RESOURCE_INOPERABLE', 'GS_VALIDATION_REJECTED'];
const create = documentationOf(orders, 'create', { answer });
const update = documentationOf(orders, 'update', { answer });
const replace = documentationOf(orders, 'replace', { answer });

/** What the OpenAPI document says of the calls on single orders. */
export const documented = {
  create: {
    ...create,
    headers: idempotencyKey,
    errors: [...(create.errors ?? []), ...rejected],
  },
  read: documentationOf(orders, 'read', { answer }),
  update: { ...update, errors: [...(update.errors ?? []), ...rejected] },
  replace: { ...replace, body: schemaNamed(orders.name), errors: [...(replace.errors ?? []), ...rejected] },
  delete: documentationOf(orders, 'delete'),
  versions: {
    summary: 'List what was saved of an order, newest first',
    tag: orders.path,
    query: {
      page: { type: 'integer', minimum: 1, default: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
      after: parameters.after.schema(orders),
    },
    answer: pageOf(version),
    errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
  },
} satisfies Record<string, Documentation>;
