import type { ErrorCode } from '../../errors/catalogue.ts';
import type { JsonSchema } from './body-schema.ts';

/** What the OpenAPI document says of one call beside what its route checks. */
export interface Documentation {
  /** One line in the imperative. */
  summary: string;
  description?: string;
  /** The heading that the call stands under; else the first part of its path. */
  tag?: string;
  /** Query parameters by name. */
  query?: Record<string, JsonSchema>;
  /** Request headers by name. */
  headers?: Record<string, JsonSchema>;
  /** A body that the handler checks itself; else the one that the route's schema demands. */
  body?: JsonSchema;
  /** The media type of the body; else JSON. */
  bodyType?: string;
  /** The answer in JSON, where it is JSON: what this does not name is not answered (`documentation/enforced.ts`). */
  answer?: JsonSchema;
  /** What it answers in other types, by their names. */
  otherAnswers?: Record<string, JsonSchema>;
  /** 200 unless it makes a record. */
  status?: 200 | 201 | 303;
  answerHeaders?: Record<string, JsonSchema>;
  /** What it may be refused with, beside what follows from the route: 401, 400 for input, 500 and 503. */
  errors?: ErrorCode[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    documentation?: Documentation;
  }
}

/** A schema of the document by its name. */
export const schemaNamed = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The name of what a schema says by a name alone. */
export function componentOf({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
}
