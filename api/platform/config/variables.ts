/**
 * Environment variables of the application, one JSON Schema each. `description` completes 'Expected: …'
 * of the error message. A variable without a default may be unset.
 */
export const variables = {
  PORT: { type: 'integer', minimum: 1, maximum: 65_535, default: 3000, description: 'an integer from 1 to 65535' },
  HOST: { type: 'string', format: 'host', default: '127.0.0.1', description: 'an IP address or a host name' },
  PUBLIC_URL: {
    type: 'string',
    format: 'origin',
    description: 'an http:// or https:// URL without a path',
  },
  MONGODB_URI: {
    type: 'string',
    pattern: '^mongodb(\\+srv)?://.',
    description: 'a mongodb:// or mongodb+srv:// connection string',
  },
  DATA_DIR: { type: 'string', default: './data', description: 'a folder' },
  MONGOD_BINARY: { type: 'string', description: 'the path of a mongod binary' },
  SECRET_KEY: { type: 'string', minLength: 32, description: 'a random string of at least 32 characters' },
  SECRET_KEY_OLD: {
    type: 'string',
    format: 'secrets',
    description: 'a comma-separated list of at most 5 keys, each a random string of at least 32 characters',
  },
  SMTP_URL: { type: 'string', pattern: '^smtps?://.', description: 'an smtp:// or smtps:// URL' },
  MAIL_FROM: {
    type: 'string',
    pattern: '^([^<>@]*<[^\\s<>@]+@[^\\s<>@]+>|[^\\s<>@]+@[^\\s<>@]+)$',
    default: 'portal@localhost',
    description: "an e-mail address, or 'Name <address>'",
  },
  ADMIN_EMAIL: {
    type: 'string',
    format: 'address',
    default: 'admin@example.com',
    description: 'an e-mail address',
  },
  AUTH_BASIC: { type: 'string', enum: ['on', 'off'], default: 'off', description: 'on or off' },
  AUTH_GOOGLE: {
    type: 'string',
    pattern: '^(on|off|host:[A-Za-z0-9][A-Za-z0-9.-]*)$',
    default: 'off',
    description: 'on, off, or host:PREFIX, where PREFIX is the start of the host name in PUBLIC_URL',
  },
  GOOGLE_CLIENT_ID: { type: 'string', description: 'the OAuth client ID issued by Google' },
  GOOGLE_CLIENT_SECRET: { type: 'string', description: 'the OAuth client secret issued by Google' },
  GOOGLE_ISSUER: {
    type: 'string',
    format: 'issuer',
    default: 'https://accounts.google.com',
    description: 'an https:// URL, or an http:// URL on this machine',
  },
  REQUIRE_PASSKEY: {
    type: 'string',
    format: 'passkeyRoles',
    description: 'a comma-separated list of the roles ADMIN and DEVELOPER',
  },
  DEMO: { type: 'string', enum: ['on', 'off'], description: 'on or off' },
  SESSION_IDLE: { type: 'string', format: 'duration', default: '3d', description: 'a duration such as 30m, 12h or 3d' },
  SESSION_ABSOLUTE: {
    type: 'string',
    format: 'duration',
    default: '30d',
    description: 'a duration such as 30m, 12h or 3d',
  },
  LINK_LIMIT_ADDRESS: { type: 'integer', minimum: 1, default: 5, description: 'an integer of at least 1' },
  LINK_LIMIT_NETWORK: { type: 'integer', minimum: 1, default: 20, description: 'an integer of at least 1' },
  WEBHOOK_ALLOW: {
    type: 'string',
    format: 'networks',
    description: 'a comma-separated list of private addresses or networks that webhooks may reach',
  },
  AUDIT_ALLOW: {
    type: 'string',
    format: 'networks',
    description: 'a comma-separated list of private addresses or networks that a prospect audit may visit',
  },
  AUDIT_KEEP: { type: 'string', format: 'months', description: 'a duration of at least 30 days, such as 365d' },
  JOBS: { type: 'string', enum: ['on', 'off', 'only'], default: 'on', description: 'on, off or only' },
  FILE_STORE: { type: 'string', enum: ['gridfs', 's3'], default: 'gridfs', description: 'gridfs or s3' },
  S3_ENDPOINT: {
    type: 'string',
    format: 'origin',
    description: 'an http:// or https:// URL without a path',
  },
  S3_BUCKET: {
    type: 'string',
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    description: 'a bucket name: 3 to 63 characters of a-z, 0-9, dots and hyphens',
  },
  S3_REGION: {
    type: 'string',
    pattern: '^[a-z0-9-]+$',
    default: 'us-east-1',
    description: 'a region such as eu-central-1',
  },
  BACKUP_DIR: { type: 'string', description: 'an existing folder' },
  BACKUP_EVERY: { type: 'string', format: 'duration', default: '1d', description: 'a duration such as 30m, 12h or 3d' },
  BACKUP_KEEP: { type: 'integer', minimum: 1, maximum: 1_000, default: 14, description: 'an integer from 1 to 1000' },
  IMPORT_LIMIT: {
    type: 'string',
    format: 'size',
    default: '256MiB',
    description: 'a size such as 500KiB, 25MiB or 1GiB',
  },
  FILE_LIMIT: { type: 'string', format: 'size', default: '25MiB', description: 'a size such as 500KiB, 25MiB or 1GiB' },
  FILE_QUOTA: { type: 'string', format: 'size', default: '5GiB', description: 'a size such as 500MiB, 5GiB or 100GiB' },
  TRUST_PROXY: {
    type: 'string',
    format: 'proxies',
    description: 'the number of reverse proxies, or a comma-separated list of their addresses or networks',
  },
  DRAIN_SECONDS: { type: 'integer', minimum: 0, maximum: 300, default: 5, description: 'an integer from 0 to 300' },
  CORS_ORIGINS: {
    type: 'string',
    format: 'origins',
    description: 'a comma-separated list of http:// or https:// URLs without a path',
  },
  METRICS_TOKEN: { type: 'string', minLength: 16, description: 'a random string of at least 16 characters' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    type: 'string',
    pattern: '^https?://.',
    description: 'the http:// or https:// URL of a collector',
  },
  SLOW_QUERY_MS: { type: 'integer', minimum: 0, default: 100, description: 'an integer of at least 0' },
  LOG_LEVEL: {
    type: 'string',
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    description: 'fatal, error, warn, info, debug, trace or silent',
  },
} as const;

/** Variables whose values are never printed: secrets, or URLs that may contain a password. */
export const secretVariables: ReadonlySet<string> = new Set([
  'SECRET_KEY',
  'SECRET_KEY_OLD',
  'MONGODB_URI',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'METRICS_TOKEN',
]);

type Variables = typeof variables;

type ValueOf<Schema> = Schema extends { type: 'integer' }
  ? number
  : Schema extends { enum: readonly (infer Choice)[] }
    ? Choice
    : string;

/** The validated variables, under their own names. */
export type CheckedEnvironment = {
  [Name in keyof Variables]:
    | ValueOf<Variables[Name]>
    | (Variables[Name] extends { default: unknown } ? never : undefined);
};
