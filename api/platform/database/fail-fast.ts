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

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** 503: this process must not write any more. Another process answers the next attempt. */
const outdated = () =>
  new ApiError('APPLICATION_ERROR', {
    reason: 'This process is being replaced by a newer version; try again',
    retryAfter: 5,
    status: 503,
  });

/**
 * Fail-fast while the database is unavailable: rejects new requests immediately, and pending ones when the connection
 * is lost, because the driver alone would retry a transaction for minutes. A rejected request may still take effect, as
 * with any lost response. After an upgrade of the database by a newer version, it rejects writes.
 */
export const failFastWhileDown = fastifyPlugin(
  async (app: FastifyInstance, { readiness }: { readiness: Readiness }) => {
    const pending = new Set<FastifyReply>();
    app.addHook('onRequest', ({ routeOptions, headers, method }, reply, done) => {
      if (routeOptions.config.isPage && !headers.cookie) return done();
      if (!readiness.database) throw databaseUnavailable();
      if (readiness.isOutdated && !safeMethods.has(method)) throw outdated();
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
