import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../host/config/config.ts';
import type { Traces } from './traces.ts';

/** Traces of this process, where a collector is named; else nothing of OpenTelemetry is even loaded. */
export async function tracesTo(config: Config, log: FastifyBaseLogger): Promise<Traces | undefined> {
  if (config.traceCollector === undefined) return undefined;
  const { openTraces } = await import('./traces.ts');
  return openTraces({ collector: config.traceCollector, log });
}

/** Traces each request with what it asks of the database, and jobs beside it. */
export const tracing = fastifyPlugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  const traces = await tracesTo(config, app.log);
  if (!traces) return;
  // A trace is gone on with that a proxy began; anybody else begins none here.
  const isBelieved = config.trustProxy !== false;
  app.addHook('onRequest', ({ origin, method, routeOptions, headers }, reply, done) => {
    const { traceparent } = headers;
    const sender = isBelieved && typeof traceparent === 'string' ? traceparent : undefined;
    traces.request(origin, { method, route: routeOptions.url ?? 'none', sender });
    // Whoever goes away before the answer is out ends the request, too.
    reply.raw.once('close', () =>
      traces.answered(origin, { status: reply.statusCode, isWhole: reply.raw.writableFinished }),
    );
    done();
  });
  app.addHook('onResponse', async ({ origin }, { statusCode: status }) =>
    traces.answered(origin, { status, isWhole: true }),
  );
  app.addHook('onClose', traces.close);
});
