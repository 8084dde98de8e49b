import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { sessionCookie } from './session.ts';

const safe = ['GET', 'HEAD', 'OPTIONS'];

/**
 * CSRF protection: rejects an unsafe request that carries a session or signs in unless it comes from our own pages
 * (design 5). Requires an Origin equal to PUBLIC_URL's or, without Origin, `Sec-Fetch-Site: same-origin`. Open unsafe
 * routes are those that sign in or out; they are identified by route config, because one URL has many spellings.
 */
export const originCheck = fastifyPlugin(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const own = new URL(config.publicUrl).origin;
    const { name: cookie } = sessionCookie(config);
    app.addHook('onRequest', ({ method, routeOptions, cookies, headers, viewer }, _reply, done) => {
      if (safe.includes(method) || !(cookies[cookie] || routeOptions.config.isOpen)) return done();
      // A request with an API key cannot come from another site's page, which does not know the key's secret.
      if (viewer?.key !== undefined) return done();
      const isOwn = headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === own;
      if (isOwn) return done();
      throw new ApiError('REQUEST_DENIED', {
        reason: `State-changing requests must come from ${own}, not from ${headers.origin ?? 'an unknown origin'}`,
      });
    });
  },
  { name: 'origin-check', dependencies: ['@fastify/cookie', 'signed-requests', 'bearer-tokens'] },
);
