import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readiness } from './host/readiness.ts';
import type { Loops } from './jobs/loops.ts';
import { mailBacklog } from './mail/backlog.ts';
import type { Documentation } from './resource/schemas/documentation.ts';

const status = { type: 'string' };
const alive: Documentation = {
  summary: 'Say that the process lives',
  tag: 'about',
  answer: { type: 'object', properties: { status }, required: ['status'], additionalProperties: false },
};
const mail = {
  type: ['object', 'null'],
  properties: { waiting: { type: 'integer' }, failed: { type: 'integer' } },
  required: ['waiting', 'failed'],
  additionalProperties: false,
  description:
    'How many messages were not sent yet, and were given up; counted to 1,000. Null when the database does not say.',
};
const loops = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      age: { type: 'integer', description: 'Seconds since it last turned.' },
      isLate: { type: 'boolean', description: 'Whether that is longer than it may be.' },
    },
    required: ['name', 'age', 'isLate'],
    additionalProperties: false,
  },
};
const ready: Documentation = {
  summary: 'Say whether the product can serve',
  description:
    '503 with the same body while it starts. Everybody gets the status. Database, mail and loops in the background are for ADMIN and for who sends METRICS_TOKEN as a bearer token; they make nothing unready.',
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
      const isReady = database && data;
      const status = isReady ? 'ready' : 'starting';
      reply.code(isReady ? 200 : 503);
      if (!(await mayReadDetails(request))) return { status };
      return { status, database, data, mail: isReady ? await mailBacklog() : null, loops: loops.heartbeats() };
    },
  );
}
