import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { problemsOfAjvError } from '#schemas/texts/schema-messages.ts';
import { type ApiError, invalidRequest, maxProblems, type RequestContext } from './catalogue.ts';

export { filledPattern, idPattern, requiredMessage } from '#schemas/texts/schema-messages.ts';

/** Converts AJV errors to an ApiError. Explains only as many as the response lists. */
export function schemaViolation(
  context: RequestContext,
  faults: FastifySchemaValidationError[],
  data: unknown,
): ApiError {
  const fields = faults.slice(0, maxProblems).flatMap((fault) => problemsOfAjvError(fault, data));
  return invalidRequest(context, fields, faults.length);
}
