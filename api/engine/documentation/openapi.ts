import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../../platform/config/config.ts';
import { recordSchemas } from '../resource/schemas/record-schema.ts';
import { errorSchemas } from './error-schemas.ts';
import { operationOf } from './operation.ts';

const about = `Lists support two dialects (page, limit, sort, search and filters by field name, or react-admin's range, sort
and filter). Every record has a revision, also sent as ETag. PATCH, PUT and DELETE support If-Match and reject a stale
revision. All error responses have the same format, with a code of the error catalogue.`;

interface Options {
  config: Config;
  /** The name of the session cookie. */
  sessionCookie: string;
}

/**
 * GET /api/openapi.json: describes every route registered after this plugin (design 3). Public, because it contains
 * nothing secret. Generated on the first request.
 */
export const openApi = fastifyPlugin(async (app: FastifyInstance, { config, sessionCookie }: Options) => {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Order portal', description: about, version: '1' },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie,
            description: 'The session cookie, set by sign-in such as /api/auth/magic/verify.',
          },
          signature: {
            type: 'apiKey',
            in: 'header',
            name: 'Signature',
            description: `The signature of an API key (RFC 9421, hmac-sha256, with Signature-Input) over @method and
@target-uri, for a request with a body also over content-type and content-digest (RFC 9530), with created, keyid and a
unique nonce. Create keys in the Settings of the portal. For clients in Node and Python see
api/engine/documentation/clients.`,
          },
        },
        schemas: { ...recordSchemas(), ...errorSchemas() },
      },
    },
    convertConstToEnum: false,
    stripBasePath: false,
    transform: operationOf,
  });
  const documentation = {
    summary: 'Get the OpenAPI document of this API',
    tag: 'about',
    answer: { type: 'object', additionalProperties: true },
  };
  app.get('/api/openapi.json', { config: { isOpen: true, documentation } }, async () => app.swagger());
});
