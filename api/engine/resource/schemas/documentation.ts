import type { ErrorCode } from '../../../platform/errors/catalogue.ts';
import type { JsonSchema } from './body-schema.ts';

/** OpenAPI documentation of a route, besides the schemas that the route validates. */
export interface Documentation {
  /** One line in the imperative. */
  summary: string;
  description?: string;
  /** The name in generated clients, where the one derived from method and path reads badly. */
  operationId?: string;
  /** OpenAPI tag; by default the first segment of the path. */
  tag?: string;
  /** Query parameters by name. */
  query?: Record<string, JsonSchema>;
  /** Request headers by name. */
  headers?: Record<string, JsonSchema>;
  /** Schema of a body that the handler validates itself; by default the one in the route's schema. */
  body?: JsonSchema;
  /** Media type of the body; JSON by default. */
  bodyType?: string;
  /** JSON Schema of the response. The response contains only what it names (`documentation/enforce-documentation.ts`). */
  answer?: JsonSchema;
  /** Schemas of responses in other media types, by type. */
  otherAnswers?: Record<string, JsonSchema>;
  /** 200 by default, 201 for a create. */
  status?: 200 | 201 | 303;
  answerHeaders?: Record<string, JsonSchema>;
  /** Errors besides those that follow from the route: 401, 400 for input, 500 and 503. */
  errors?: ErrorCode[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    documentation?: Documentation;
  }
}

/** A reference to a named schema of the OpenAPI document. */
export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The name in a `$ref`, or undefined for another schema. */
export function refName({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
}
