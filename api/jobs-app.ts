import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { errorHandler } from './errors/handler.ts';
import { healthRoutes } from './health.ts';
import type { Config } from './host/config/config.ts';
import { loggerOptions, RequestLog } from './host/log.ts';
import type { Readiness } from './host/readiness.ts';
import { requestTraceContext } from './host/trace-context.ts';
import type { Loops } from './jobs/loops.ts';
import { metricsRoutes, sendsMetricsToken } from './metrics/routes.ts';

interface Options {
  config: Config;
  readiness: Readiness;
  loops: Loops;
}

/**
 * Builds the HTTP server of a process with JOBS=only, which listens only if METRICS_TOKEN is set: health checks and
 * metrics.
 */
export async function buildJobsApp({ config, readiness, loops }: Options): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(config),
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    requestTimeout: 20_000,
  });
  await app.register(requestTraceContext);
  await app.register(errorHandler);
  const mayReadDetails = (request: FastifyRequest) => sendsMetricsToken(request, config);
  await app.register(healthRoutes, { readiness, loops, mayReadDetails });
  await app.register(metricsRoutes, { config, readiness, loops });
  return app;
}
