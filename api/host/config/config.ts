import { resolve } from 'node:path';
import { StartFailure } from '../process/start-failure.ts';
import { bucketConfig } from './bucket.ts';
import { cacheFolder } from './cache-folder.ts';
import { checkEnvironment, type Environment } from './check.ts';
import { makeDataDir } from './data-dir.ts';
import { googleConfig } from './google.ts';
import { parseNetworks, parseProxies } from './proxies.ts';
import { keptSecret } from './secret.ts';
import { parseDuration, parseSize } from './units.ts';
import type { CheckedEnvironment } from './variables.ts';

/** What the product runs with. Durations are milliseconds, sizes are bytes, folders are absolute. */
export type Config = ReturnType<typeof loadConfig>;

/**
 * Reads the configuration from the environment (design 2). Makes DATA_DIR, and in it the secret on the first start of
 * an embedded database. Throws a StartFailure with one line per variable that is wrong.
 */
export function loadConfig(environment: Environment = process.env) {
  const checked = checkEnvironment(environment);
  const embedded = checked.MONGODB_URI === undefined;
  const dataDir = resolve(checked.DATA_DIR);
  const { origin: publicUrl } = new URL(checked.PUBLIC_URL ?? `http://localhost:${checked.PORT}`);
  // Nothing is written there when both the database and the mail are elsewhere.
  if (embedded || checked.SMTP_URL === undefined) makeDataDir(dataDir);
  return {
    port: checked.PORT,
    host: checked.HOST,
    /** An origin, without a slash at its end. */
    publicUrl,
    /** Whether the product runs its own MongoDB under dataDir. */
    embedded,
    mongodbUri: checked.MONGODB_URI,
    dataDir,
    mongodBinary: checked.MONGOD_BINARY,
    cacheFolder: cacheFolder(environment),
    secretKey: secretKey(checked, dataDir),
    smtpUrl: checked.SMTP_URL,
    mailFrom: checked.MAIL_FROM,
    /** Whether one may sign in by a user name and its password. */
    authBasic: checked.AUTH_BASIC === 'on',
    /** Null where nobody signs in with Google. */
    google: googleConfig(checked, publicUrl),
    adminEmail: checked.ADMIN_EMAIL,
    demo: checked.DEMO === undefined ? embedded : checked.DEMO === 'on',
    ...sessionTimes(checked),
    linkLimitAddress: checked.LINK_LIMIT_ADDRESS,
    linkLimitNetwork: checked.LINK_LIMIT_NETWORK,
    /** The addresses and networks inside that webhooks may have. */
    webhookAllow: checked.WEBHOOK_ALLOW === undefined ? [] : read(parseNetworks, checked.WEBHOOK_ALLOW),
    /** The addresses and networks inside that prospect audits may visit. */
    auditAllow: checked.AUDIT_ALLOW === undefined ? [] : read(parseNetworks, checked.AUDIT_ALLOW),
    jobs: jobs(checked),
    /** Where new files go. */
    fileStore: checked.FILE_STORE,
    /** Null where no file is or was kept in one. */
    bucket: bucketConfig(checked),
    fileLimit: read(parseSize, checked.FILE_LIMIT),
    /** Bytes that all files of one person may have together. */
    fileQuota: read(parseSize, checked.FILE_QUOTA),
    /** The largest file that is imported. */
    importLimit: read(parseSize, checked.IMPORT_LIMIT),
    /** As Fastify's `trustProxy` takes it. */
    trustProxy: checked.TRUST_PROXY === undefined ? false : read(parseProxies, checked.TRUST_PROXY),
    logLevel: checked.LOG_LEVEL,
    /** Undefined where nothing is measured. */
    metricsToken: checked.METRICS_TOKEN,
    /** Where traces are sent; undefined where there are none. */
    traceCollector: checked.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** A database command that takes as long is logged; milliseconds. */
    slowQuery: checked.SLOW_QUERY_MS,
  };
}

function secretKey({ SECRET_KEY, MONGODB_URI }: CheckedEnvironment, dataDir: string): string {
  if (SECRET_KEY !== undefined) return SECRET_KEY;
  if (MONGODB_URI === undefined) return keptSecret(dataDir);
  throw new StartFailure(
    'SECRET_KEY is not set: with MONGODB_URI it is required, the same for every process that uses this database. ' +
      'Allowed is a random text of 32 characters or more (node -p "crypto.randomBytes(32).toString(\'base64url\')").',
  );
}

/** Who leaves the jobs to others, or does nothing else, shares a database with them. */
function jobs({ JOBS, MONGODB_URI }: CheckedEnvironment): CheckedEnvironment['JOBS'] {
  if (JOBS === 'on' || MONGODB_URI !== undefined) return JOBS;
  throw new StartFailure(
    `JOBS is '${JOBS}': allowed is on, unless MONGODB_URI names a database that another process works on as well.`,
  );
}

function sessionTimes({ SESSION_IDLE, SESSION_ABSOLUTE }: CheckedEnvironment) {
  const sessionIdle = read(parseDuration, SESSION_IDLE);
  const sessionAbsolute = read(parseDuration, SESSION_ABSOLUTE);
  if (sessionIdle > sessionAbsolute) {
    throw new StartFailure(
      `SESSION_IDLE is '${SESSION_IDLE}': allowed is at most SESSION_ABSOLUTE, which is '${SESSION_ABSOLUTE}'.`,
    );
  }
  return { sessionIdle, sessionAbsolute };
}

/** The formats of the schema are these same parsers, so that what passed the check is understood here. */
function read<T>(parse: (text: string) => T | undefined, text: string): T {
  const value = parse(text);
  if (value === undefined) throw new Error(`'${text}' passed the check of its format and cannot be read`);
  return value;
}
