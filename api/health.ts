import type { FastifyInstance } from 'fastify';
import type { Documentation } from './documentation/documentation.ts';

/** What must be there before the product can serve; set by whoever starts it. */
export interface Readiness {
  /** Connected, with its indexes. */
  database: boolean;
  /** The first administrator and, where asked for, the demo agency are in. */
  data: boolean;
}

const status = { type: 'string' };
const alive: Documentation = {
  summary: 'Say that the process lives',
  tag: 'about',
  answer: { type: 'object', properties: { status }, required: ['status'], additionalProperties: false },
};
const ready: Documentation = {
  summary: 'Say whether the product can serve',
  description: '503 with the same body while it starts.',
  tag: 'about',
  answer: {
    type: 'object',
    properties: { status, database: { type: 'boolean' }, data: { type: 'boolean' } },
    required: ['status', 'database', 'data'],
    additionalProperties: false,
  },
};

/** /api/healthz says that the process lives, /api/readyz that it can serve (design 3). */
export async function healthRoutes(app: FastifyInstance, { readiness }: { readiness: Readiness }): Promise<void> {
  app.get('/api/healthz', { logLevel: 'warn', config: { isOpen: true, documentation: alive } }, async () => ({
    status: 'ok',
  }));
  app.get(
    '/api/readyz',
    { logLevel: 'warn', config: { isOpen: true, documentation: ready } },
    async (_request, reply) => {
      const isReady = readiness.database && readiness.data;
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'starting', ...readiness });
    },
  );
}
