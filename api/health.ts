import type { FastifyInstance } from 'fastify';

/** What must be there before the product can serve; set by whoever starts it. */
export interface Readiness {
  /** Connected, with its indexes. */
  database: boolean;
  /** The first administrator and, where asked for, the demo agency are in. */
  data: boolean;
}

/** /api/healthz says that the process lives, /api/readyz that it can serve (design 3). */
export async function healthRoutes(app: FastifyInstance, { readiness }: { readiness: Readiness }): Promise<void> {
  app.get('/api/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/api/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const isReady = readiness.database && readiness.data;
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'starting', ...readiness });
  });
}
