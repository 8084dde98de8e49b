import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ApiError } from '../../platform/errors/catalogue.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns whether the request is so expensive that it counts against the user's concurrency limit. */
    isHeavy?: (request: FastifyRequest) => boolean;
  }
}

/** A higher limit would not speed up one user's requests but would slow down everyone else's. */
const maxConcurrent = 4;

/**
 * Concurrency limit: rejects a user's fifth simultaneous heavy read with RATE_LIMITED. Requests are counted per process
 * until the response is sent or the client disconnects.
 */
export const heavyReads = fastifyPlugin(
  async (app: FastifyInstance) => {
    const active = new Map<string, number>();
    const count = (user: string, change: 1 | -1) => {
      const left = (active.get(user) ?? 0) + change;
      if (left > 0) active.set(user, left);
      else active.delete(user);
    };
    app.addHook('onRequest', (request, reply, done) => {
      const { viewer, routeOptions } = request;
      if (!viewer || !routeOptions.config.isHeavy?.(request)) return done();
      // The client disconnected while its session was read: `close` has been emitted and would never release the count.
      if (reply.raw.destroyed) return done();
      const { id } = viewer.user;
      if ((active.get(id) ?? 0) >= maxConcurrent) {
        throw new ApiError('RATE_LIMITED', {
          reason: `You already have ${maxConcurrent} long lists or downloads in progress: wait until one of them is done`,
          retryAfter: 2,
        });
      }
      count(id, 1);
      let isReleased = false;
      const release = () => {
        if (!isReleased) count(id, -1);
        isReleased = true;
      };
      // Runs when the response is complete or the client disconnects, whichever is first.
      reply.raw.once('finish', release).once('close', release);
      done();
    });
  },
  { name: 'heavy-reads' },
);
