import type { FastifySchema, RouteOptions } from 'fastify';
import type { ErrorCode } from '../../platform/errors/catalogue.ts';
import type { JsonSchema } from '../resource/schemas/body-schema.ts';
import type { Documentation } from '../resource/schemas/documentation.ts';
import { exampleOf } from '../resource/schemas/example.ts';
import { errorAnswers } from './error-schemas.ts';

interface Route {
  schema: FastifySchema | undefined;
  url: string;
  route: RouteOptions;
}

/** Builds the OpenAPI operation of a route for @fastify/swagger from its schema and its documentation. */
export function operationOf({ schema = {}, url, route }: Route): { schema: FastifySchema; url: string } {
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
  };
  return {
    url,
    schema: {
      tags: [documentation?.tag ?? url.split('/')[2] ?? ''],
      operationId: operationIdOf(route.method, url),
      ...(summary ? { summary } : {}),
      ...(description ? { description } : {}),
      ...(schema.params ? { params: schema.params } : {}),
      ...(query ? { querystring: { type: 'object', properties: query } } : {}),
      ...(headers ? { headers: { type: 'object', properties: headers } } : {}),
      ...(isSchema(body) ? { body: withExample(body) } : {}),
      ...(documentation?.bodyType ? { consumes: [documentation.bodyType] } : {}),
      response: answers,
      security: isOpen ? [] : [{ session: [] }, { signature: [] }],
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

/**
 * GET /api/orders/:id/versions -> get_orders_id_versions. Stable, so that generated clients keep their method names.
 */
function operationIdOf(method: RouteOptions['method'], url: string): string {
  return `${[method].flat()[0]}${url.slice('/api'.length)}`.toLowerCase().replace(/[^a-z0-9]+/g, '_');
}

const withExample = (body: JsonSchema): JsonSchema => {
  const example = body.examples ? undefined : exampleOf(body);
  return example === undefined ? body : { ...body, examples: [example] };
};

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
