import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a sign-in route: rejected over connections on which the session cookie would not be set. */
    signsIn?: boolean;
  }
}

/**
 * With an https PUBLIC_URL the session cookie is Secure. If the request seems to come over http, reject the sign-in
 * before it uses up a magic link in vain.
 */
export const secureConnection = fastifyPlugin(
  async (app: FastifyInstance, { config: { publicUrl } }: { config: Pick<Config, 'publicUrl'> }) => {
    if (!publicUrl.startsWith('https:')) return;
    app.addHook('onRequest', async ({ routeOptions, protocol, log }) => {
      if (!routeOptions.config.signsIn || protocol === 'https') return;
      log.warn(`sign-in rejected: ${reason}`);
      throw new ApiError('REQUEST_DENIED', { reason });
    });
  },
  { name: 'secure-connection' },
);

const reason =
  'PUBLIC_URL is https, but this request appears to use http, so the session cookie would be lost.  ' +
  'The reverse proxy must send X-Forwarded-Proto: https, and TRUST_PROXY must include it.';
