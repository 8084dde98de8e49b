import { randomUUID } from 'node:crypto';
import fastifyCors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { statusPage } from '#schemas/resource/back-office.ts';
import { openBackground } from './background.ts';
import { declarations, ownCalls } from './declarations.ts';
import { heavyReads } from './engine/access/heavy-reads.ts';
import { signInRequired } from './engine/access/viewer.ts';
import { registerBulkTargets } from './engine/bulk/bulk-actions.ts';
import { enforceDocumentation } from './engine/documentation/enforce-documentation.ts';
import { openApi } from './engine/documentation/openapi.ts';
import { swaggerUi } from './engine/documentation/swagger-ui.ts';
import { jobs } from './engine/jobs/jobs.ts';
import { metricsRoutes, sendsMetricsToken } from './engine/metrics/routes.ts';
import { stopXlsxThread } from './engine/resource/lists/xlsx.ts';
import { resourceRoutes } from './engine/resource/routes/nested.ts';
import { tracing } from './engine/traces/tracing.ts';
import { bearerTokens } from './features/auth/bearer-tokens.ts';
import { originCheck } from './features/auth/origin-check.ts';
import { authRoutes } from './features/auth/routes.ts';
import { secureConnection } from './features/auth/secure-connection.ts';
import { sessionCookie, sessionPlugin, viewerOfRequest } from './features/auth/session.ts';
import { signedRequests } from './features/auth/signed-requests.ts';
import { constantsRoutes } from './features/constants/routes.ts';
import { closeFillPool } from './features/forms/fill-thread-pool.ts';
import { orderBulkTarget } from './features/orders/lifecycle/bulk-actions.ts';
import { stopPageThreads } from './features/prospect-audits/page/page-threads.ts';
import { healthRoutes } from './features/status/health.ts';
import { statusRoutes } from './features/status/status.ts';
import { webhooks } from './features/webhooks/webhooks.ts';
import { initializeProcess } from './initialize-process.ts';
import type { Config } from './platform/config/config.ts';
import { failFastWhileDown } from './platform/database/fail-fast.ts';
import { bodyLimits } from './platform/errors/body-limits.ts';
import { errorHandler, rejectUrl } from './platform/errors/handler.ts';
import { requestValidators } from './platform/errors/request-validators.ts';
import { closeThumbnailProcesses } from './platform/files/thumbnail-processes.ts';
import { transferTimeout } from './platform/files/transfer-timeout.ts';
import { loggerOptions, RequestLog } from './platform/log.ts';
import { pages, staticFiles } from './platform/pages/pages.ts';
import { securityHeaders } from './platform/pages/security-headers.ts';
import { closeSlowSenders, loadShedding } from './platform/process/load-shedding.ts';
import type { Readiness } from './platform/readiness.ts';
import { requestTraceContext } from './platform/trace-context.ts';
import { extraRoutes } from './routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Public route: no sign-in required. All other API routes require it. */
    isOpen?: boolean;
  }
}

interface AppOptions {
  config: Config;
  readiness: Readiness;
  /** Folder with the built UIs `portal` and `admin`; without it only the API is served. */
  pagesFolder?: string;
}

/** Milliseconds. */
const timeouts = {
  handlerTimeout: 60_000,
  // Longer than the handler timeout, so that a stalled client still gets the error response.
  connectionTimeout: 70_000,
  keepAliveTimeout: 72_000,
};
/** What pages of CORS_ORIGINS may send and read. Preflight responses are cached for ten minutes. */
const cors = {
  methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
  allowedHeaders: [
    'authorization',
    'signature',
    'signature-input',
    'content-digest',
    'content-type',
    'idempotency-key',
    'if-match',
  ],
  exposedHeaders: ['ETag', 'Content-Range', 'X-Total-Count', 'Retry-After'],
  maxAge: 600,
};

/** Request headers are read before any handler timeout applies. */
const heads = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 };
const bodyLimit = 1_048_576;

/**
 * Builds the Fastify instance with the whole API and both UIs, without listening: `main.ts` listens, tests inject
 * requests. The caller connects the database.
 */
export async function buildApp({ config, readiness, pagesFolder }: AppOptions): Promise<FastifyInstance> {
  initializeProcess(config);
  // Responses are not cached by default, errors included, because no list of URLs could be complete. Search engines
  // index nothing: links that open without sign-in are private.
  const headers = {
    ...securityHeaders(config, 'portal'),
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  };
  const app = Fastify({
    logger: loggerOptions(config),
    logController: new RequestLog(),
    trustProxy: trusted(config.trustProxy),
    bodyLimit,
    // The router's own errors bypass all hooks.
    frameworkErrors: (_error, request, reply) => rejectUrl(request, reply.headers(headers)),
    genReqId: () => randomUUID(),
    ...timeouts,
    http: heads,
    // Limits all requests to what only an upload may take; other routes have their shorter handlerTimeout.
    requestTimeout: transferTimeout(Math.max(config.fileLimit, config.importLimit)),
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isDraining || readiness.isOutdated) reply.header('Connection', 'close');
    done();
  });
  app.setValidatorCompiler(requestValidators());
  await app.register(requestTraceContext);
  await app.register(tracing, { config });
  await app.register(errorHandler);
  await app.register(bodyLimits);
  await app.register(closeSlowSenders);
  // Interval equal to the maximum delay: with a shorter one, a busy start without samples would count as endless
  // pressure.
  await app.register(underPressure, { maxEventLoopDelay: 5_000, sampleInterval: 5_000, retryAfter: 10 });
  // Credentials stay off, so that no page of another origin acts with a session.
  if (config.corsOrigins.length > 0) await app.register(fastifyCors, { origin: config.corsOrigins, ...cors });
  await app.register(enforceDocumentation);
  await app.register(openApi, { config, sessionCookie: sessionCookie(config).name });
  // Before the pages: it registers the `sendFile` decorator itself and fails if it already exists.
  await app.register(swaggerUi);
  const background = openBackground({ config, readiness, log: app.log });
  app.addHook('onClose', background.close);
  await app.register(healthRoutes, {
    readiness,
    loops: background.loops,
    mayReadDetails: (request) => mayReadDetails(request, { config, readiness }),
  });
  await app.register(metricsRoutes, { config, readiness, loops: background.loops });
  if (pagesFolder) await app.register(staticFiles, { folder: pagesFolder });
  await app.register(async (signed) => {
    await signed.register(loadShedding);
    await signed.register(failFastWhileDown, { readiness });
    await signed.register(sessionPlugin, { config });
    await signed.register(signedRequests, { config });
    await signed.register(bearerTokens, { config });
    await signed.register(originCheck, { config });
    await signed.register(secureConnection, { config });
    signed.addHook('onRequest', ({ routeOptions, viewer }, _reply, done) => {
      done(routeOptions.config.isOpen || viewer ? undefined : signInRequired());
    });
    await signed.register(heavyReads);
    await signed.register(authRoutes, { config });
    await signed.register(constantsRoutes, { config });
    await signed.register(fastifyPlugin(extraRoutes), { config });
    const allDeclarations = { ...declarations, Job: jobs(background.kinds), Webhook: webhooks(config) };
    registerBulkTargets({ declarations: allDeclarations, own: [orderBulkTarget] });
    await signed.register(resourceRoutes, { declarations: allDeclarations, ownCalls });
    const { kinds, loops } = background;
    await signed.register(statusRoutes, { config, kinds, loops, failed: app.lastFailed });
    if (pagesFolder) await signed.register(pages, { config, folder: pagesFolder });
  });
  app.addHook('onClose', closeFillPool);
  app.addHook('onClose', stopPageThreads);
  app.addHook('onClose', stopXlsxThread);
  app.addHook('onClose', async () => closeThumbnailProcesses());
  return app;
}

/**
 * Returns whether a request may read the details of readyz: with METRICS_TOKEN, or with a session that may read the
 * Status page.
 */
async function mayReadDetails(
  request: FastifyRequest,
  { config, readiness }: Pick<AppOptions, 'config' | 'readiness'>,
): Promise<boolean> {
  if (sendsMetricsToken(request, config)) return true;
  if (!readiness.database || request.headers.cookie === undefined) return false;
  // A hanging database must not block the readiness status.
  const viewer = await viewerOfRequest(request, config).catch(() => null);
  return viewer?.ability.can('read', statusPage.label) ?? false;
}

/** Converts a number of proxies to the function that Fastify calls per hop. */
function trusted(proxies: Config['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}
