import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../../platform/config/config.ts';
import type { Traces } from './traces.ts';

/** Starts tracing when a collector is configured; otherwise OpenTelemetry is not loaded. */
export async function tracesTo(config: Config, log: FastifyBaseLogger): Promise<Traces | undefined> {
  if (config.traceCollector === undefined) return undefined;
  const { openTraces } = await import('./traces.ts');
  return openTraces({ collector: config.traceCollector, log });
}

/** Fastify plugin that traces each request with its database commands, and jobs. */
export const tracing = fastifyPlugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  const traces = await tracesTo(config, app.log);
  if (!traces) return;
  // Accept a traceparent only from a trusted proxy.
  const isTrusted = config.trustProxy !== false;
  app.addHook('onRequest', ({ traceContext, method, routeOptions, headers }, reply, done) => {
    const { traceparent } = headers;
    const sender = isTrusted && typeof traceparent === 'string' ? traceparent : undefined;
    traces.request(traceContext, { method, route: routeOptions.url ?? 'none', sender });
    // Also end the span when the client disconnects before the response is sent.
    reply.raw.once('close', () =>
      traces.answered(traceContext, { status: reply.statusCode, isWhole: reply.raw.writableFinished }),
    );
    done();
  });
  app.addHook('onResponse', async ({ traceContext }, { statusCode: status }) =>
    traces.answered(traceContext, { status, isWhole: true }),
  );
  app.addHook('onClose', traces.close);
});
