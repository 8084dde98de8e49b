import { catalogue, type ErrorCode, statusesOf } from '../../platform/errors/catalogue.ts';
import type { JsonSchema } from '../resource/schemas/body-schema.ts';
import { schemaRef } from '../resource/schemas/documentation.ts';

const codes = Object.keys(catalogue).filter((code): code is ErrorCode => Object.hasOwn(catalogue, code));
const statuses = [...new Set(codes.flatMap(statusesOf))];
const codesOf = (status: number) => codes.filter((code) => statusesOf(code).includes(status));

/**
 * Returns the error body schemas (spec 8), one per HTTP status of the catalogue, by their component name in the OpenAPI
 * document.
 */
export function errorSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(statuses.map((status) => [`Error${status}`, errorSchema(status)]));
}

/** Returns the error responses by HTTP status for these codes. */
export function errorAnswers(named: ErrorCode[]): Record<string, JsonSchema> {
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
