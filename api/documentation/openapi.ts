import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { sessionCookie } from '../auth/session.ts';
import type { Config } from '../host/config/config.ts';
import { recordSchemas } from '../resource/schemas/record-schema.ts';
import { errorSchemas } from './error-schemas.ts';
import { operationOf } from './operation.ts';

const about = `Lists answer in two dialects (page, limit, sort, search and filters by field name, or react-admin's range, sort and
filter). Every record carries its revision, also as ETag; PATCH, PUT and DELETE honour If-Match and refuse a stale one.
Refusals have one shape with a code of the catalogue.`;

/**
 * GET /api/openapi.json: describes every route registered after this plugin (design 3). Public, because it contains
 * nothing secret. Generated on the first request.
 */
export const openApi = fastifyPlugin(async (app: FastifyInstance, { config }: { config: Config }) => {
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
            name: sessionCookie(config).name,
            description: 'The session that signing in by /api/auth/magic/verify sets.',
          },
          signature: {
            type: 'apiKey',
            in: 'header',
            name: 'Signature',
            description: `The signature of a machine (RFC 9421, hmac-sha256, with Signature-Input): over @method and @target-uri, of a
request with a body over content-type and content-digest (RFC 9530) too, with created, keyid and a nonce of its own. A key is made in the
Settings of the portal; clients in Node and Python stand in api/documentation/clients.`,
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
    summary: 'Describe every call of the API',
    tag: 'about',
    answer: { type: 'object', additionalProperties: true },
  };
  app.get('/api/openapi.json', { config: { isOpen: true, documentation } }, async () => app.swagger());
});
