import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ApiError } from '../errors/catalogue.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a call reads so much that one person may have only some of its kind at once. */
    isHeavy?: (request: FastifyRequest) => boolean;
  }
}

/** More at once would not be done sooner, and would hold up everybody else. */
const mostAtOnce = 4;

/** Refuses a person's heavy reads beyond four at once, counted in this process. Each counts until its answer is out or its reader gone. */
export const heavyReads = fastifyPlugin(
  async (app: FastifyInstance) => {
    const underWay = new Map<string, number>();
    const count = (user: string, change: 1 | -1) => {
      const left = (underWay.get(user) ?? 0) + change;
      if (left > 0) underWay.set(user, left);
      else underWay.delete(user);
    };
    app.addHook('onRequest', (request, reply, done) => {
      const { viewer, routeOptions } = request;
      if (!viewer || !routeOptions.config.isHeavy?.(request)) return done();
      const { id } = viewer.user;
      if ((underWay.get(id) ?? 0) >= mostAtOnce) {
        throw new ApiError('RATE_LIMITED', {
          reason: `You have ${mostAtOnce} long lists or files under way: wait until one is done`,
          retryAfter: 2,
        });
      }
      count(id, 1);
      let isOver = false;
      const over = () => {
        if (!isOver) count(id, -1);
        isOver = true;
      };
      // The answer went out whole, or the reader went away.
      reply.raw.once('finish', over).once('close', over);
      done();
    });
  },
  { name: 'heavy-reads' },
);
