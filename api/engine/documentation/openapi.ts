import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../../platform/config/config.ts';
import { catalogue, type ErrorCode, statusesOf } from '../../platform/errors/catalogue.ts';
import type { JsonSchema } from '../resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../resource/schemas/documentation.ts';
import { exampleOf, recordSchemas } from '../resource/schemas/record-schema.ts';
import { withComponents, withTags } from './components.ts';
import { operationIdOf } from './operation-ids.ts';

const about = `Lists support two dialects (page, limit, sort, search and filters by field name, or react-admin's range, sort
and filter). Every record has a revision, also sent as ETag. PATCH, PUT and DELETE support If-Match and reject a stale
revision. All error responses have the same format, with a code of the error catalogue.

Examples for curl, JavaScript and Python: [Your first call](/settings/first_call).`;

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
      info: {
        title: 'Order portal',
        description: about,
        version: '1',
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'The administrators of this portal', url: config.publicUrl },
      },
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
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API token, for simple scripts. Create one in the Settings of the portal; it expires.',
          },
        },
        schemas: { ...recordSchemas(), ...errorSchemas() },
      },
    },
    convertConstToEnum: false,
    stripBasePath: false,
    transform: operationOf,
    transformObject: (built) =>
      'openapiObject' in built ? withTags(withComponents(built.openapiObject)) : built.swaggerObject,
  });
  const documentation = {
    summary: 'Get the OpenAPI document of this API',
    operationId: 'getOpenApiDocument',
    tag: 'about',
    answer: { type: 'object', additionalProperties: true },
  };
  app.get('/api/openapi.json', { config: { isOpen: true, documentation } }, async () => app.swagger());
});

interface Route {
  schema: FastifySchema | undefined;
  url: string;
  route: RouteOptions;
}

/** Builds the OpenAPI operation of a route for @fastify/swagger from its schema and its documentation. */
function operationOf({ schema = {}, url, route }: Route): { schema: FastifySchema; url: string } {
  const { documentation, isOpen = false } = route.config ?? {};
  // Hide wildcard routes; they serve everything that is not an API call.
  if (!url.startsWith('/api/') || url.includes('*') || route.schema?.hide) return { url, schema: { hide: true } };
  const { summary, description, query, headers, status = 200, answerHeaders } = documentation ?? {};
  const body = documentation?.body ?? schema.body;
  const answers = {
    [status]: {
      description: descriptions[status],
      ...answerOf(documentation),
      ...(answerHeaders ? { headers: answerHeaders } : {}),
    },
    ...errorAnswers(errorsOf({ isOpen, documentation })),
    // Linters require a success, which a redirect is not.
    ...(status === 303 ? { default: { description: 'Another redirect' } } : {}),
  };
  return {
    url,
    schema: {
      tags: [documentation?.tag ?? url.split('/')[2] ?? ''],
      operationId:
        documentation?.operationId ??
        operationIdOf({ method: [route.method].flat()[0] ?? '', url, isList: isList(documentation) }),
      ...(summary ? { summary } : {}),
      ...(summary ? { description: description ?? `${summary}.` } : {}),
      ...(schema.params ? { params: schema.params } : {}),
      ...(query ? { querystring: { type: 'object', properties: query } } : {}),
      ...(headers ? { headers: { type: 'object', properties: headers } } : {}),
      ...(isSchema(body) ? { body: withExample(body) } : {}),
      ...(documentation?.bodyType ? { consumes: [documentation.bodyType] } : {}),
      response: answers,
      security: isOpen ? [] : [{ session: [] }, { signature: [] }, { token: [] }],
    },
  };
}

const descriptions = { 200: 'OK', 201: 'Created', 303: 'Redirect to another page' } as const;

/** Returns a response for @fastify/swagger: a plain schema if JSON only, else one schema per content type. */
function answerOf({ answer, otherAnswers }: Partial<Documentation> = {}): object {
  if (!otherAnswers) return answer ?? {};
  const types = { ...(answer ? { 'application/json': answer } : {}), ...otherAnswers };
  return { content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }])) };
}

interface RouteErrors {
  isOpen: boolean;
  documentation: Documentation | undefined;
}

function errorsOf({ isOpen, documentation }: RouteErrors): ErrorCode[] {
  return [
    // Every route may reject an unknown query parameter.
    'REQUEST_SCHEMA_INVALID',
    ...(isOpen ? [] : (['AUTHENTICATION_REQUIRED'] as const)),
    ...(documentation?.errors ?? []),
    'APPLICATION_ERROR',
    'DATABASE_ERROR',
  ];
}

function isList({ answer }: Partial<Documentation> = {}): boolean {
  const { pagination } = isSchema(answer?.properties) ? answer.properties : {};
  return answer?.type === 'array' || pagination !== undefined;
}

const withExample = (body: JsonSchema): JsonSchema => {
  const example = body.examples ? undefined : exampleOf(body);
  return example === undefined ? body : { ...body, examples: [example] };
};

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const codes = Object.keys(catalogue).filter((code): code is ErrorCode => Object.hasOwn(catalogue, code));
const statuses = [...new Set(codes.flatMap(statusesOf))];
const codesOf = (status: number) => codes.filter((code) => statusesOf(code).includes(status));

/**
 * Returns the error body schemas (spec 8), one per HTTP status of the catalogue, by their component name in the OpenAPI
 * document.
 */
function errorSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(statuses.map((status) => [`Error${status}`, errorSchema(status)]));
}

/** Returns the error responses by HTTP status for these codes. */
function errorAnswers(named: ErrorCode[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    statuses.flatMap((status) => {
      const found = codesOf(status).filter((code) => named.includes(code));
      return found.length > 0 ? [[status, { ...schemaRef(`Error${status}`), description: found.join(', ') }]] : [];
    }),
  );
}

function errorSchema(status: number): JsonSchema {
  const possible = codesOf(status);
  const labels = [...new Set(possible.map((code) => catalogue[code].label))];
  return {
    type: 'object',
    title: `Error ${status}`,
    properties: {
      error: { type: 'string', title: 'Label', enum: labels },
      reqId: { type: 'string', title: 'Request', description: 'The id under which the server logged the request.' },
      code: { type: 'string', title: 'Code', enum: possible },
      reason: { type: 'string', title: 'Reason', description: 'A sentence for the user.' },
      message: {
        type: 'string',
        title: 'Message',
        description: 'The reason, or the label if there is none. For clients that do not read `reason`.',
      },
      details: { type: 'object', title: 'Details', additionalProperties: true },
      errors: {
        type: 'object',
        title: 'Messages by field',
        description:
          'The messages of a validation error by dotted path, in the format that react-admin shows on its inputs.',
        additionalProperties: { type: 'string' },
      },
    },
    required: ['error', 'reqId', 'code', 'message'],
    additionalProperties: false,
    examples: [
      { error: labels[0], reqId: '5c1cdb0e-2f0a-4d53-9a3f-0d6c5a1c7a11', code: possible[0], message: labels[0] },
    ],
  };
}
