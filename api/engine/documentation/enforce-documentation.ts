import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { JsonSchema } from '../resource/schemas/body-schema.ts';
import { pickerOf } from '../resource/schemas/response-serializer.ts';

/**
 * Query schema of routes without a documented query: unknown keys are rejected (design 3), so that misspelled
 * parameters are not ignored.
 */
const noQuery = { type: 'object', additionalProperties: false };

/**
 * Enforces the documentation of routes: a documented response becomes the response schema, so that the serializer drops
 * every property it does not name. Errors have a common format (`platform/errors/handler.ts`).
 */
export const enforceDocumentation = fastifyPlugin(async (app: FastifyInstance) => {
  app.setSerializerCompiler<JsonSchema>(({ schema }) => {
    const pick = pickerOf(schema);
    return (answer) => JSON.stringify(pick(answer));
  });
  app.addHook('onRoute', (route) => {
    const { documentation } = route.config ?? {};
    if (!documentation) return;
    const { answer, query } = documentation;
    const querystring = route.schema?.querystring ?? (Object.keys(query ?? {}).length > 0 ? undefined : noQuery);
    route.schema = {
      ...route.schema,
      ...(querystring ? { querystring } : {}),
      ...(answer ? { response: { '2xx': answer } } : {}),
    };
  });
});
