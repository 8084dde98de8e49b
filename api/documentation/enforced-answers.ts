import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { JsonSchema } from '../resource/schemas/body-schema.ts';
import { pickerOf } from '../resource/schemas/picker.ts';

/**
 * What a call documents as its answer is its response schema: Fastify writes by it, and what it does not name stays here,
 * whatever a handler returns. Refusals are of one shape (`errors/handler.ts`).
 */
export const enforcedAnswers = fastifyPlugin(async (app: FastifyInstance) => {
  app.setSerializerCompiler<JsonSchema>(({ schema }) => {
    const pick = pickerOf(schema);
    return (answer) => JSON.stringify(pick(answer));
  });
  app.addHook('onRoute', (route) => {
    const answer = route.config?.documentation?.answer;
    if (answer) route.schema = { ...route.schema, response: { '2xx': answer } };
  });
});
