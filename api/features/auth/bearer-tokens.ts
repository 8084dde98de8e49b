import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Viewer } from '../../engine/access/viewer.ts';
import { now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { parseApiToken } from '../../platform/secrets/api-token.ts';
import { hashSecret, isEqualSecret } from '../../platform/secrets/secrets.ts';
import { findApiKey, recordFailedKey } from './api-keys.ts';
import { hasSignature } from './signed-requests.ts';

/**
 * Fastify plugin for requests with an API token (`Authorization: Bearer`, RFC 6750): sets the token's viewer, overriding
 * any session. A wrong or expired token is rejected even on open routes. Other authorization schemes are ignored, because
 * a reverse proxy may use them.
 */
export const bearerTokens = fastifyPlugin(
  async (app: FastifyInstance, { config: { publicUrl } }: { config: Pick<Config, 'publicUrl'> }) => {
    app.addHook('onRequest', async (request, reply) => {
      const token = bearerTokenOf(request);
      if (token === undefined) return;
      try {
        if (hasSignature(request)) throw invalid('Send either a signature or a token, not both');
        if (publicUrl.startsWith('https:') && request.protocol !== 'https') throw invalid(insecure);
        request.session = null;
        request.viewer = { ...(await ownerOf(request, token)), from: request };
      } catch (error) {
        reply.header('WWW-Authenticate', 'Bearer error="invalid_token"');
        throw error;
      }
    });
  },
  { name: 'bearer-tokens', dependencies: ['session', 'signed-requests'] },
);

const insecure = 'The token was sent without https. Remove it, create another one, and use the https address';

/** The token of the Authorization header; undefined if the request has another scheme or none. */
function bearerTokenOf({ headers }: FastifyRequest): string | undefined {
  const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' ? token : undefined;
}

const invalid = (reason: string) => new ApiError('AUTHENTICATION_REQUIRED', { reason });

/** Returns the viewer of a valid token. Throws AUTHENTICATION_REQUIRED otherwise, without revealing which tokens exist. */
async function ownerOf(request: FastifyRequest, token: string): Promise<Viewer> {
  const { id, secret } = parseApiToken(token) ?? { id: '', secret: '' };
  const key = await findApiKey('API_TOKEN', id);
  const isFit = isEqualSecret(hashSecret(secret), key?.challenge ?? hashSecret('')) && key !== null;
  if (!isFit || !key.viewer) {
    await recordFailedKey(request, { reason: isFit ? 'inactive' : 'token', user: key?.user, typed: id });
    throw invalid('The token is invalid: it was mistyped or removed, or its user is inactive');
  }
  if (key.expires === undefined || key.expires <= now().toISOString())
    throw invalid(`The token “${key.viewer.key}” has expired: create another one in the Settings of the portal`);
  return key.viewer;
}
