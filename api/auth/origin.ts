import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ApiError } from '../errors/catalogue.ts';
import type { Config } from '../host/config/config.ts';
import { sessionCookie } from './session.ts';

const safe = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses an unsafe request that carries a session or signs in unless it comes from our own pages (design 5): an Origin
 * equal to PUBLIC_URL's, or without Origin `Sec-Fetch-Site: same-origin`. What is unsafe and open signs in or out; the
 * route says so, since one address has many spellings.
 */
export const originCheck = fastifyPlugin(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const own = new URL(config.publicUrl).origin;
    const { name: cookie } = sessionCookie(config);
    app.addHook('onRequest', ({ method, routeOptions, cookies, headers, viewer }, _reply, done) => {
      if (safe.includes(method) || !(cookies[cookie] || routeOptions.config.isOpen)) return done();
      // No page of another site has signed it: that takes the secret of a key.
      if (viewer?.key !== undefined) return done();
      const isOwn = headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === own;
      if (isOwn) return done();
      throw new ApiError('REQUEST_DENIED', {
        reason: `Requests that change something must come from ${own}, not from ${headers.origin ?? 'an unknown origin'}`,
      });
    });
  },
  { name: 'origin-check', dependencies: ['@fastify/cookie', 'signed-requests'] },
);
