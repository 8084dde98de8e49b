import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Loops } from './engine/jobs/loops.ts';
import { metricsRoutes, sendsMetricsToken } from './engine/metrics/routes.ts';
import { healthRoutes } from './features/status/health.ts';
import type { Config } from './platform/config/config.ts';
import { errorHandler } from './platform/errors/handler.ts';
import { loggerOptions, RequestLog } from './platform/log.ts';
import type { Readiness } from './platform/readiness.ts';
import { requestTraceContext } from './platform/trace-context.ts';

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
