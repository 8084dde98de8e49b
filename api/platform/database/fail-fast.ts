import type { FastifyInstance, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ApiError, databaseUnavailable } from '../errors/catalogue.ts';
import type { Readiness } from '../readiness.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Page routes respond to signed-out users without database access. */
    isPage?: boolean;
  }
}

const outdated = () =>
  new ApiError('APPLICATION_ERROR', {
    reason: 'The application is being upgraded; try again in a few seconds',
    status: 503,
    retryAfter: 5,
  });

/**
 * Fail-fast while the database is unavailable: rejects new requests immediately, and pending ones when the connection
 * is lost, because the driver alone would retry a transaction for minutes. A rejected request may still take effect, as
 * with any lost response.
 */
export const failFastWhileDown = fastifyPlugin(
  async (app: FastifyInstance, { readiness }: { readiness: Readiness }) => {
    const pending = new Set<FastifyReply>();
    app.addHook('onRequest', ({ routeOptions, headers, method }, reply, done) => {
      if (routeOptions.config.isPage && !headers.cookie) return done();
      if (!readiness.database) throw databaseUnavailable();
      if (readiness.isOutdated && !['GET', 'HEAD', 'OPTIONS'].includes(method)) throw outdated();
      pending.add(reply);
      reply.raw.once('close', () => pending.delete(reply));
      done();
    });
    readiness.onDatabaseDown(() => {
      for (const reply of pending) if (!reply.sent) reply.send(databaseUnavailable());
      pending.clear();
    });
  },
  { name: 'database-away' },
);
