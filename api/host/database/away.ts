import type { FastifyInstance, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { away } from '../../errors/catalogue.ts';
import type { Readiness } from '../readiness.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page: whoever is signed out gets it without a look into the database. */
    isPage?: boolean;
  }
}

/**
 * While the database is known to be away, calls are refused at once, and so is who waits for it when it goes: the
 * driver alone would let a transaction try again for minutes. What such a call was about to do may still be done, as
 * with any answer that is lost on its way.
 */
export const databaseAway = fastifyPlugin(
  async (app: FastifyInstance, { readiness }: { readiness: Readiness }) => {
    const waiting = new Set<FastifyReply>();
    app.addHook('onRequest', ({ routeOptions, headers }, reply, done) => {
      if (routeOptions.config.isPage && !headers.cookie) return done();
      if (!readiness.database) throw away();
      waiting.add(reply);
      reply.raw.once('close', () => waiting.delete(reply));
      done();
    });
    readiness.onAway(() => {
      for (const reply of waiting) if (!reply.sent) reply.send(away());
      waiting.clear();
    });
  },
  { name: 'database-away' },
);
