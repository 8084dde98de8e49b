import type { FastifyInstance } from 'fastify';
import { statusPage as item } from '#schemas/resource/back-office.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { assertAbility } from '../../engine/access/viewer.ts';
import { idShape as id, listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { loadStatus, type StatusSources } from './status.ts';

/** GET /api/status: the health status for administrators. */
export async function statusRoutes(app: FastifyInstance, circumstances: StatusSources): Promise<void> {
  app.get('/api/status', { config: { documentation, isHeavy: () => true } }, async (request) => {
    assertAbility(signedIn(request), 'read', item.label);
    return await loadStatus(circumstances);
  });
}

const text = { type: 'string' };
const maybeText = { type: ['string', 'null'] };
const count = { type: 'integer' };
const maybeCount = { type: ['integer', 'null'] };
const time = { type: 'string', format: 'date-time' };
const maybeTime = { type: ['string', 'null'], format: 'date-time' };
const texts = { type: 'array', items: text };
const part = { state: { type: 'string', enum: ['good', 'attention'] }, says: text };
const maybe = (shape: object) => ({ ...shape, type: ['object', 'null'] });

const documentation = {
  tag: 'about',
  summary: 'Get the system status',
  description:
    'Returns database, schema, jobs, mail, storage, failed requests of the responding process, and versions, each with whether it needs attention. Sizes and indexes are cached for up to a minute; counts stop at 1,000. Requires ADMIN.',
  answer: objectOf({
    at: time,
    database: objectOf({
      ...part,
      version: maybeText,
      member: { type: 'string', enum: ['primary', 'secondary', 'router'] },
      members: count,
      connections: maybe(objectOf({ current: count, available: count })),
      bytes: { type: 'number' },
      collections: listOf({ name: text, count, bytes: { type: 'number' } }),
    }),
    schema: objectOf({
      ...part,
      migration: maybeText,
      pending: texts,
      indexes: listOf({ collection: text, missing: texts, undeclared: texts }),
    }),
    jobs: objectOf({
      ...part,
      ...{ waiting: count, running: count, failed: count, oldest: maybeCount },
      schedules: listOf({ kind: text, next: time }),
      failures: listOf({ id, kind: text, at: maybeTime, reason: maybeText }),
    }),
    mail: objectOf({
      ...part,
      ...{ waiting: maybeCount, failed: maybeCount, goes: { type: 'string', enum: ['smtp', 'files'] } },
      lastFailure: maybe(objectOf({ id, at: time, reason: maybeText })),
    }),
    storage: objectOf({
      ...part,
      kind: { type: 'string', enum: ['gridfs', 's3'] },
      files: count,
      bytes: { type: ['number', 'null'] },
      disk: maybe(objectOf({ free: { type: 'number' }, size: { type: 'number' } })),
    }),
    errors: objectOf({
      ...part,
      requests: listOf({ at: time, reqId: text, method: text, route: text, status: count, code: text }),
    }),
    versions: objectOf({ product: text, node: text, mongodb: maybeText, migration: maybeText, since: time }),
  }),
  errors: ['MISSING_ABILITY' as const],
};
