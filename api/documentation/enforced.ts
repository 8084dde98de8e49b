import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { JsonSchema } from '../resource/schemas/body-schema.ts';
import { pickerOf } from '../resource/schemas/picker.ts';

/** A call that documents no query takes none: an unknown key is refused (design 3), a forgotten or misspelt one is not passed over. */
const noQuery = { type: 'object', additionalProperties: false };

/**
 * What a call documents is what it does. Its answer is its response schema: Fastify writes by it, and what it does not name
 * stays here, whatever a handler returns. Refusals are of one shape (`errors/handler.ts`).
 */
export const enforcedDocumentation = fastifyPlugin(async (app: FastifyInstance) => {
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
