import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { openBackground } from './background.ts';
import { logIndexDrift } from './engine/drift/indexes.ts';
import type { Loops } from './engine/jobs/loops.ts';
import { releaseClaims } from './engine/jobs/queue.ts';
import { createMissingNotices } from './engine/mail/templates.ts';
import { metricsRoutes, sendsMetricsToken } from './engine/metrics/routes.ts';
import { migrateDatabase } from './engine/migrations/migrate.ts';
import { watchSchemaVersion } from './engine/migrations/schema-watch.ts';
import { createIndexes } from './engine/store/indexes.ts';
import { tracesTo } from './engine/traces/tracing.ts';
import { administratorLink, fillEmptyDatabase } from './features/demo/demo.ts';
import { healthRoutes } from './features/status/health.ts';
import { initializeProcess } from './initialize-process.ts';
import { type Config, secretFile } from './platform/config/config.ts';
import { connectDatabase, disconnectDatabase, watchDatabase } from './platform/database/connect.ts';
import type { EmbeddedDatabase } from './platform/database/embedded.ts';
import { assertNoPartialRestore } from './platform/database/restore-marker.ts';
import { requireSameSecret } from './platform/database/secret-check.ts';
import { retryStep } from './platform/database/start-retry.ts';
import { errorHandler } from './platform/errors/handler.ts';
import { checkBucket } from './platform/files/bucket-check.ts';
import { loggerOptions, logStream, RequestLog, redact } from './platform/log.ts';
import { explainListening } from './platform/process/port.ts';
import { printLine } from './platform/process/print-line.ts';
import type { Shutdown } from './platform/process/shutdown.ts';
import { Readiness } from './platform/readiness.ts';
import { requestTraceContext, traceLogMixin } from './platform/trace-context.ts';

/** How long in-flight requests may take during shutdown. Milliseconds. */
const inFlight = 20_000;

/** How long an outdated process answers at least, so that load balancers notice it; milliseconds. */
const minOutdatedDrain = 5_000;

export type ServeRequest = {
  config: Config;
  closing: Shutdown;
  /** The embedded MongoDB, starting or started; undefined if MONGODB_URI is set. */
  database: Promise<EmbeddedDatabase> | undefined;
  pagesFolder?: string;
};

/**
 * Listens immediately, responding with 503 until the database is connected, migrated, indexed and filled; then prints
 * the greeting. A process that only runs jobs does the same without listening, except for metrics.
 */
export async function serve({ config, closing, database, pagesFolder }: ServeRequest): Promise<void> {
  const readiness = new Readiness({ database: false, data: false });
  closing.add(disconnectDatabase);
  const log =
    config.jobs === 'only'
      ? await startJobs({ config, closing, readiness })
      : await listen({ config, closing, readiness, pagesFolder });
  const [embedded] = await Promise.all([database, checkBucket(config, printLine)]);
  await connectDatabase(embedded?.uri() ?? config.mongodbUri ?? '');
  const { exitReason, markMigrated } = followDatabase({ readiness, log, embedded });
  const prepare = <T>(step: () => Promise<T>) =>
    retryStep({ report: printLine, signal: closing.signal, explain: exitReason }, step);
  await prepare(assertNoPartialRestore);
  await prepare(() => requireSameSecret({ secretKeys: config.secretKeys, secretFile: secretFile(config.dataDir) }));
  await prepare(() => migrateDatabase({ report: printLine }));
  await prepare(createIndexes);
  closing.add(watchSchemaVersion({ readiness, log }));
  markMigrated();
  if (embedded) await prepare(releaseClaims);
  const wasEmpty = await prepare(() => fillEmptyDatabase({ config, report: printLine }));
  await prepare(() => createMissingNotices(printLine));
  readiness.data = true;
  void logIndexDrift(log);
  if (config.jobs === 'only') printLine(`\nThis process runs background jobs and does not serve requests`);
  else await greet({ config, withLink: config.embedded || wasEmpty });
}

/** Starts the HTTP server and returns its logger. */
async function listen({
  config,
  closing,
  readiness,
  pagesFolder,
}: Omit<ServeRequest, 'database'> & { readiness: Readiness }): Promise<FastifyBaseLogger> {
  const app = await buildApp({ config, readiness, ...(pagesFolder ? { pagesFolder } : {}) });
  closing.beforeTermination(() => drain(app, config, readiness));
  await open(app, { config, closing });
  return app.log;
}

async function open(
  app: FastifyInstance,
  { config, closing }: Pick<ServeRequest, 'config' | 'closing'>,
): Promise<void> {
  closing.add(() => closeServer(app));
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw explainListening(error, config);
  });
}

/**
 * Starts background jobs, which run once the database is ready, and serves metrics if METRICS_TOKEN is set. Returns the
 * logger.
 */
async function startJobs({
  config,
  closing,
  readiness,
}: Pick<ServeRequest, 'config' | 'closing'> & { readiness: Readiness }): Promise<FastifyBaseLogger> {
  initializeProcess(config);
  const log = pino({ level: config.logLevel, redact, mixin: traceLogMixin }, logStream());
  const traces = await tracesTo(config, log);
  if (traces) closing.add(traces.close);
  const { loops, close } = openBackground({ config, readiness, log });
  closing.add(close);
  if (config.metricsToken !== undefined)
    await open(await buildJobsApp({ config, readiness, loops }), { config, closing });
  return log;
}

/**
 * Keeps readiness in sync with the database connection, and supervises an embedded server. The database counts as
 * available once `markMigrated` is called. `exitReason` is why an embedded server last exited.
 */
function followDatabase(product: {
  readiness: Readiness;
  log: FastifyBaseLogger;
  embedded: EmbeddedDatabase | undefined;
}): { markMigrated: () => void; exitReason: () => string | undefined } {
  const { readiness, log, embedded } = product;
  const state: { isConnected: boolean; isMigrated: boolean; exitReason?: string } = {
    isConnected: true,
    isMigrated: false,
  };
  const update = (changes: Partial<typeof state>) => {
    Object.assign(state, changes);
    readiness.database = state.isConnected && state.isMigrated;
  };
  watchDatabase({ isAlone: embedded !== undefined }, (isConnected) => update({ isConnected }));
  embedded?.supervise({
    onExit: (why) => {
      update({ isConnected: false, exitReason: why });
      log.error(`the MongoDB server exited unexpectedly; restarting it on the same data: ${why}`);
    },
    onError: (error) => log.error({ err: error }, 'failed to restart the MongoDB server; retrying'),
    onRestart: async (uri) => {
      await disconnectDatabase();
      await connectDatabase(uri);
      log.info('the MongoDB server is running again');
    },
  });
  return { markMigrated: () => update({ isMigrated: true }), exitReason: () => state.exitReason };
}

/**
 * Serves requests for DRAIN_SECONDS after SIGTERM, while readyz tells load balancers to send no more. Connections end
 * with their next response, so that none is closed under a request later.
 */
async function drain(app: FastifyInstance, { drainTime }: Config, readiness: Readiness): Promise<void> {
  const time = readiness.isOutdated ? Math.max(drainTime, minOutdatedDrain) : drainTime;
  // Load balancers send nothing to a process that has not been ready yet.
  if (time === 0 || !readiness.data) return;
  readiness.isDraining = true;
  app.log.info(`serving for ${time / 1000} s before the shutdown`);
  await pause(time);
}

/**
 * Connections that become idle after their last response are closed repeatedly, because browsers would keep them open
 * for a minute.
 */
async function closeServer(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const timeout = setTimeout(() => {
    app.log.warn(`aborting requests still in flight after ${inFlight / 1000} s`);
    app.server.closeAllConnections();
  }, inFlight);
  await app.close();
  clearInterval(sweep);
  clearTimeout(timeout);
}

/** Prints the URL, the mail destination and, with `withLink`, the administrator's sign-in link. */
async function greet({ config, withLink }: { config: Config; withLink: boolean }): Promise<void> {
  const lines = [
    ['Portal', config.publicUrl],
    ...(withLink ? [['Sign in', await signInLine(config)]] : []),
    ['Mail', config.smtpUrl ? 'sent through SMTP_URL' : `written to ${join(config.dataDir, 'mail')}`],
  ];
  process.stdout.write(`\n${lines.map(([label = '', text]) => `  ${label.padEnd(9)}${text}`).join('\n')}\n\n`);
}

async function signInLine(config: Config): Promise<string> {
  const link = await administratorLink(config);
  return link === null
    ? `no active user has ADMIN_EMAIL ${config.adminEmail}; request a link in the portal`
    : `${link}  (${config.adminEmail}, works once, for 10 minutes)`;
}

interface Options {
  config: Config;
  readiness: Readiness;
  loops: Loops;
}

/**
 * Builds the HTTP server of a process with JOBS=only, which listens only if METRICS_TOKEN is set: health checks and
 * metrics.
 */
async function buildJobsApp({ config, readiness, loops }: Options): Promise<FastifyInstance> {
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
