import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Loops } from '../../engine/jobs/loops.ts';
import { mailBacklog } from '../../engine/mail/outbox.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import type { Readiness } from '../../platform/readiness.ts';

const status = { type: 'string' };
const alive: Documentation = {
  summary: 'Check that the process is alive',
  operationId: 'checkHealth',
  tag: 'about',
  answer: { type: 'object', properties: { status }, required: ['status'], additionalProperties: false },
};
const mail = {
  type: ['object', 'null'],
  properties: { waiting: { type: 'integer' }, failed: { type: 'integer' } },
  required: ['waiting', 'failed'],
  additionalProperties: false,
  description:
    'The number of messages that are waiting and that have failed for good, up to 1,000. Null if the database does not respond.',
};
const loops = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      age: { type: 'integer', description: 'Seconds since its last iteration.' },
      isLate: { type: 'boolean', description: 'Whether the loop is overdue, or has not recovered since it stalled.' },
    },
    required: ['name', 'age', 'isLate'],
    additionalProperties: false,
  },
};
const ready: Documentation = {
  summary: 'Check whether the service is ready',
  operationId: 'checkReadiness',
  description:
    'Returns 503 with the same body during startup, from SIGTERM on, and after a newer version has migrated the database. The status is public. Database, mail and background loops require ADMIN or METRICS_TOKEN as a bearer token, and do not affect readiness.',
  tag: 'about',
  answer: {
    type: 'object',
    properties: { status, database: { type: 'boolean' }, data: { type: 'boolean' }, mail, loops },
    required: ['status'],
    additionalProperties: false,
  },
};

interface Options {
  readiness: Readiness;
  loops: Loops;
  /** Whether the requester may see details: the mail backlog would reveal which addresses are known. */
  mayReadDetails: (request: FastifyRequest) => Promise<boolean> | boolean;
}

/** Health checks: /api/healthz (liveness) and /api/readyz (readiness) (design 3). */
export async function healthRoutes(app: FastifyInstance, { readiness, loops, mayReadDetails }: Options): Promise<void> {
  app.get('/api/healthz', { logLevel: 'warn', config: { isOpen: true, documentation: alive } }, async () => ({
    status: 'ok',
  }));
  app.get(
    '/api/readyz',
    { logLevel: 'warn', config: { isOpen: true, documentation: ready } },
    async (request, reply) => {
      const { database, data } = readiness;
      const isStopping = readiness.isDraining || readiness.isOutdated;
      const isReady = database && data && !isStopping;
      const status = isStopping ? 'stopping' : isReady ? 'ready' : 'starting';
      reply.code(isReady ? 200 : 503);
      if (!(await mayReadDetails(request))) return { status };
      return { status, database, data, mail: isReady ? await mailBacklog() : null, loops: loops.heartbeats() };
    },
  );
}
