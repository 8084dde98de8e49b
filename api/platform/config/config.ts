import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { readOrCreatePrivateFile } from '../process/private-file.ts';
import { StartFailure } from '../process/start-failure.ts';
import {
  checkEnvironment,
  type Environment,
  parseDuration,
  parseNetworks,
  parseOrigins,
  parsePasskeyRoles,
  parseProxies,
  parseSecrets,
  parseSize,
} from './check.ts';
import type { CheckedEnvironment } from './variables.ts';

/** The application's configuration. Durations are milliseconds, sizes are bytes, folders are absolute paths. */
export type Config = ReturnType<typeof loadConfig>;

/**
 * Loads the configuration from the environment (design 2). Creates DATA_DIR and, on the first start of an embedded
 * database, the secret key in it. Throws a StartFailure with one line per invalid variable.
 */
export function loadConfig(environment: Environment = process.env) {
  const checked = checkEnvironment(environment);
  const embedded = checked.MONGODB_URI === undefined;
  const dataDir = resolve(checked.DATA_DIR);
  const { origin: publicUrl } = new URL(checked.PUBLIC_URL ?? `http://localhost:${checked.PORT}`);
  // DATA_DIR is unused if both the database and the mail are external.
  if (embedded || checked.SMTP_URL === undefined) makeDataDir(dataDir);
  const currentKey = secretKey(checked, dataDir);
  return {
    port: checked.PORT,
    host: checked.HOST,
    /** An origin, without trailing slash. */
    publicUrl,
    /** Whether the application runs its own MongoDB under dataDir. */
    embedded,
    mongodbUri: checked.MONGODB_URI,
    dataDir,
    mongodBinary: checked.MONGOD_BINARY,
    cacheFolder: cacheFolder(environment),
    /** The key that encrypts and signs. */
    secretKey: currentKey,
    /** All keys that decrypt and verify: the current one, then those of SECRET_KEY_OLD. */
    secretKeys: [...new Set([currentKey, ...oldKeys(checked)])],
    smtpUrl: checked.SMTP_URL,
    mailFrom: checked.MAIL_FROM,
    /** Whether password sign-in is enabled. */
    authBasic: checked.AUTH_BASIC === 'on',
    /** Null if Google sign-in is disabled. */
    google: googleConfig(checked, publicUrl),
    /** The roles that sign in only with a passkey, once they have one. */
    requirePasskey:
      checked.REQUIRE_PASSKEY === undefined ? [] : parseChecked(parsePasskeyRoles, checked.REQUIRE_PASSKEY),
    adminEmail: checked.ADMIN_EMAIL,
    demo: checked.DEMO === undefined ? embedded : checked.DEMO === 'on',
    ...sessionTimes(checked),
    linkLimitAddress: checked.LINK_LIMIT_ADDRESS,
    linkLimitNetwork: checked.LINK_LIMIT_NETWORK,
    /** Allow-list of private addresses and networks for webhooks. */
    webhookAllow: checked.WEBHOOK_ALLOW === undefined ? [] : parseChecked(parseNetworks, checked.WEBHOOK_ALLOW),
    /** Allow-list of private addresses and networks for prospect audits. */
    auditAllow: checked.AUDIT_ALLOW === undefined ? [] : parseChecked(parseNetworks, checked.AUDIT_ALLOW),
    /** How long sealed audit entries stay in the database; milliseconds. Undefined: for ever. */
    auditKeep: checked.AUDIT_KEEP === undefined ? undefined : parseChecked(parseDuration, checked.AUDIT_KEEP),
    jobs: jobs(checked),
    /** Store for new files. */
    fileStore: checked.FILE_STORE,
    /** Null if no file is or was stored in a bucket. */
    bucket: bucketConfig(checked),
    /** Scheduled backups; null if they are off. */
    backups: backupConfig(checked),
    fileLimit: parseChecked(parseSize, checked.FILE_LIMIT),
    /** Storage quota per user, in bytes. */
    fileQuota: parseChecked(parseSize, checked.FILE_QUOTA),
    /** Maximum size of an imported file. */
    importLimit: parseChecked(parseSize, checked.IMPORT_LIMIT),
    /** Fastify's `trustProxy` option. */
    trustProxy: checked.TRUST_PROXY === undefined ? false : parseChecked(parseProxies, checked.TRUST_PROXY),
    /** How long the process still serves requests after SIGTERM; milliseconds. */
    drainTime: checked.DRAIN_SECONDS * 1_000,
    /** The origins whose pages may call the API with a key (CORS). */
    corsOrigins: checked.CORS_ORIGINS === undefined ? [] : parseChecked(parseOrigins, checked.CORS_ORIGINS),
    logLevel: checked.LOG_LEVEL,
    /** Undefined if metrics are disabled. */
    metricsToken: checked.METRICS_TOKEN,
    /** OpenTelemetry collector; undefined if tracing is disabled. */
    traceCollector: checked.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** Threshold of the slow query log; milliseconds. */
    slowQuery: checked.SLOW_QUERY_MS,
  };
}

function secretKey({ SECRET_KEY, MONGODB_URI }: CheckedEnvironment, dataDir: string): string {
  if (SECRET_KEY !== undefined) return SECRET_KEY;
  if (MONGODB_URI === undefined) return loadOrCreateSecret(dataDir);
  throw new StartFailure(
    'SECRET_KEY is not set. MONGODB_URI requires it, with the same value for every process on this database. ' +
      'Expected: a random string of at least 32 characters (node -p "crypto.randomBytes(32).toString(\'base64url\')").',
  );
}

const oldKeys = ({ SECRET_KEY_OLD }: CheckedEnvironment): string[] =>
  SECRET_KEY_OLD === undefined ? [] : parseChecked(parseSecrets, SECRET_KEY_OLD);

/** A process that does not both serve and run jobs must share its database with others. */
function jobs({ JOBS, MONGODB_URI }: CheckedEnvironment): CheckedEnvironment['JOBS'] {
  if (JOBS === 'on' || MONGODB_URI !== undefined) return JOBS;
  throw new StartFailure(
    `JOBS is '${JOBS}'. Expected: on, unless MONGODB_URI is set to a database that other processes use too.`,
  );
}

function sessionTimes({ SESSION_IDLE, SESSION_ABSOLUTE }: CheckedEnvironment) {
  const sessionIdle = parseChecked(parseDuration, SESSION_IDLE);
  const sessionAbsolute = parseChecked(parseDuration, SESSION_ABSOLUTE);
  if (sessionIdle > sessionAbsolute) {
    throw new StartFailure(
      `SESSION_IDLE is '${SESSION_IDLE}'. Expected: at most SESSION_ABSOLUTE, which is '${SESSION_ABSOLUTE}'.`,
    );
  }
  return { sessionIdle, sessionAbsolute };
}

/** The schema's formats use the same parsers, so a checked text can always be parsed. */
function parseChecked<T>(parse: (text: string) => T | undefined, text: string): T {
  const value = parse(text);
  if (value === undefined) throw new Error(`'${text}' passed format validation but cannot be parsed`);
  return value;
}

/** Returns the user's cache folder (XDG), where a downloaded mongod is cached for all checkouts. */
export function cacheFolder(environment: Environment = process.env): string {
  const base = environment.XDG_CACHE_HOME;
  return join(base !== undefined && isAbsolute(base) ? base : join(homedir(), '.cache'), 'order-portal');
}

/** Creates the data folder if missing. Throws a StartFailure if it is not writable. */
function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartFailure(
      `DATA_DIR is '${dataDir}', which is not writable (${error instanceof Error ? error.message : error}). ` +
        'Expected: a folder that this user can write to.',
    );
  }
}

/** Path of the generated secret key in a data folder. */
export const secretFile = (dataDir: string) => join(dataDir, 'secret-key');

/**
 * Returns the secret key of a data folder, creating it on first use with owner-only permissions. Throws a StartFailure
 * if the file is incomplete: replacing it would silently end all sessions.
 */
export function loadOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  const secret = readOrCreatePrivateFile(file, () => randomBytes(32).toString('base64url'));
  if (secret.length >= 32) return secret;
  throw new StartFailure(`${file} is damaged. Restore it from a backup: no other key works with this database.`);
}

/** Location of an S3 bucket; credentials come from the usual AWS variables, which the client reads itself. */
export interface Bucket {
  /** Undefined for AWS itself. */
  endpoint: string | undefined;
  bucket: string;
  region: string;
}

/**
 * Returns the bucket with current or older files; null if none is configured. Throws a StartFailure if FILE_STORE needs
 * one.
 */
function bucketConfig({ FILE_STORE, S3_ENDPOINT, S3_BUCKET, S3_REGION }: CheckedEnvironment): Bucket | null {
  if (S3_BUCKET !== undefined) return { endpoint: S3_ENDPOINT, bucket: S3_BUCKET, region: S3_REGION };
  if (FILE_STORE !== 's3') return null;
  throw new StartFailure('S3_BUCKET is not set. FILE_STORE=s3 requires it: the name of an existing bucket.');
}

/** Scheduled backups: where, how often (milliseconds), and how many are retained. */
export interface BackupConfig {
  folder: string;
  every: number;
  retained: number;
}

/**
 * Returns null without BACKUP_DIR. Throws a StartFailure if the folder does not exist or is not writable: a folder that
 * is created at once would hide that its disk is not mounted.
 */
function backupConfig({ BACKUP_DIR, BACKUP_EVERY, BACKUP_KEEP, JOBS }: CheckedEnvironment): BackupConfig | null {
  if (BACKUP_DIR === undefined || JOBS === 'off') return null;
  const folder = resolve(BACKUP_DIR);
  try {
    accessSync(join(folder, '.'), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartFailure(
      `BACKUP_DIR is '${BACKUP_DIR}', which is not writable (${error instanceof Error ? error.message : error}). ` +
        'Expected: an existing folder that this user can write to.',
    );
  }
  return { folder, every: parseChecked(parseDuration, BACKUP_EVERY), retained: BACKUP_KEEP };
}

/** OAuth client registered with Google. */
export interface GoogleConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * Returns the Google sign-in configuration; null if it is off, or off for this host name (design 2). Throws a
 * StartFailure if the client id or secret is missing.
 */
function googleConfig(checked: CheckedEnvironment, publicUrl: string): GoogleConfig | null {
  const { AUTH_GOOGLE, GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = checked;
  if (AUTH_GOOGLE === 'off') return null;
  const prefix = AUTH_GOOGLE === 'on' ? '' : AUTH_GOOGLE.slice('host:'.length).toLowerCase();
  if (!new URL(publicUrl).hostname.startsWith(prefix)) return null;
  if (GOOGLE_CLIENT_ID !== undefined && GOOGLE_CLIENT_SECRET !== undefined)
    return { issuer: GOOGLE_ISSUER, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET };
  const missing = GOOGLE_CLIENT_ID === undefined ? 'GOOGLE_CLIENT_ID' : 'GOOGLE_CLIENT_SECRET';
  throw new StartFailure(`${missing} is not set. AUTH_GOOGLE=${AUTH_GOOGLE} requires it, as issued by Google.`);
}
