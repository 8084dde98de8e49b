import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import type { Readiness } from '../../platform/readiness.ts';
import type { Loops } from '../jobs/loops.ts';

interface Options {
  config: Config;
  readiness: Readiness;
  loops: Loops;
}

const documentation = {
  tag: 'about',
  summary: 'Get the metrics of this process',
  description:
    'Returns the Prometheus text format. Requires METRICS_TOKEN as a bearer token. The route does not exist if METRICS_TOKEN is not set.',
  otherAnswers: { 'text/plain': { type: 'string' } },
  errors: ['AUTHENTICATION_REQUIRED' as const],
};

/**
 * The Prometheus endpoint GET /api/metrics. Without METRICS_TOKEN nothing is measured, and prom-client is not loaded.
 */
export const metricsRoutes = fastifyPlugin(async (app: FastifyInstance, { config, readiness, loops }: Options) => {
  const { metricsToken } = config;
  if (metricsToken === undefined) return;
  const { openMetrics } = await import('./metrics.ts');
  const metrics = openMetrics({ config, readiness, loops });
  app.addHook('onClose', async () => metrics.close());
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime }) => {
    metrics.request({ method, route: routeOptions.url ?? 'none', status, seconds: elapsedTime / 1_000 });
  });
  app.get('/api/metrics', { logLevel: 'warn', config: { isOpen: true, documentation } }, async (request, reply) => {
    if (!sendsMetricsToken(request, config)) {
      reply.header('WWW-Authenticate', 'Bearer');
      throw new ApiError('AUTHENTICATION_REQUIRED', { reason: 'The metrics require METRICS_TOKEN as a bearer token' });
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
});

/** Whether a request carries METRICS_TOKEN as its bearer token. Compares hashes in constant time. */
export function sendsMetricsToken({ headers }: FastifyRequest, { metricsToken }: Config): boolean {
  if (metricsToken === undefined) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${metricsToken}`));
}
