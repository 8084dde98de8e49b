/**
 * Environment variables of the application, one JSON Schema each. `description` completes the sentence 'allowed is …'
 * of the error message. A variable without a default may be unset.
 */
export const variables = {
  PORT: { type: 'integer', minimum: 1, maximum: 65_535, default: 3000, description: 'a whole number from 1 to 65535' },
  HOST: { type: 'string', format: 'host', default: '127.0.0.1', description: 'an IP address or a host name' },
  PUBLIC_URL: {
    type: 'string',
    format: 'origin',
    description: 'http:// or https:// with a host, and nothing after it',
  },
  MONGODB_URI: {
    type: 'string',
    pattern: '^mongodb(\\+srv)?://.',
    description: 'a mongodb:// or mongodb+srv:// address',
  },
  DATA_DIR: { type: 'string', default: './data', description: 'a folder' },
  MONGOD_BINARY: { type: 'string', description: 'the path of a mongod' },
  SECRET_KEY: { type: 'string', minLength: 32, description: 'a random text of 32 characters or more' },
  SMTP_URL: { type: 'string', pattern: '^smtps?://.', description: 'an smtp:// or smtps:// address' },
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
    description: 'on, off, or host: and what the host name of PUBLIC_URL then must begin with',
  },
  GOOGLE_CLIENT_ID: { type: 'string', description: "the client's id, as Google gives it" },
  GOOGLE_CLIENT_SECRET: { type: 'string', description: "the client's secret, as Google gives it" },
  GOOGLE_ISSUER: {
    type: 'string',
    format: 'issuer',
    default: 'https://accounts.google.com',
    description: 'an https:// address, or http:// on this machine',
  },
  DEMO: { type: 'string', enum: ['on', 'off'], description: 'on or off' },
  SESSION_IDLE: { type: 'string', format: 'duration', default: '3d', description: 'a duration such as 30m, 12h or 3d' },
  SESSION_ABSOLUTE: {
    type: 'string',
    format: 'duration',
    default: '30d',
    description: 'a duration such as 30m, 12h or 3d',
  },
  LINK_LIMIT_ADDRESS: { type: 'integer', minimum: 1, default: 5, description: 'a whole number of 1 or more' },
  LINK_LIMIT_NETWORK: { type: 'integer', minimum: 1, default: 20, description: 'a whole number of 1 or more' },
  WEBHOOK_ALLOW: {
    type: 'string',
    format: 'networks',
    description: 'addresses or networks inside that a webhook may have, with commas between',
  },
  AUDIT_ALLOW: {
    type: 'string',
    format: 'networks',
    description: 'addresses or networks inside that a prospect audit may visit, with commas between',
  },
  JOBS: { type: 'string', enum: ['on', 'off', 'only'], default: 'on', description: 'on, off or only' },
  FILE_STORE: { type: 'string', enum: ['gridfs', 's3'], default: 'gridfs', description: 'gridfs or s3' },
  S3_ENDPOINT: {
    type: 'string',
    format: 'origin',
    description: 'http:// or https:// with a host, and nothing after it',
  },
  S3_BUCKET: {
    type: 'string',
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    description: 'the name of a bucket: 3 to 63 of a-z, 0-9, dots and hyphens',
  },
  S3_REGION: {
    type: 'string',
    pattern: '^[a-z0-9-]+$',
    default: 'us-east-1',
    description: 'a region such as eu-central-1',
  },
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
    description: 'the number of proxies in front, or their addresses or networks with commas between',
  },
  METRICS_TOKEN: { type: 'string', minLength: 16, description: 'a random text of 16 characters or more' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    type: 'string',
    pattern: '^https?://.',
    description: 'an http:// or https:// address of a collector',
  },
  SLOW_QUERY_MS: { type: 'integer', minimum: 0, default: 100, description: 'a whole number of 0 or more' },
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
