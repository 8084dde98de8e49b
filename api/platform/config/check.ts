import { isIP } from 'node:net';
import { Ajv } from 'ajv';
import { envSchema } from 'env-schema';
import { isEmail } from '#schemas/typed-values/is-email.ts';
import { StartFailure } from '../process/start-failure.ts';
import { type CheckedEnvironment, secretVariables, variables } from './variables.ts';

export type Environment = Record<string, string | undefined>;

const schema = { type: 'object', properties: variables, additionalProperties: false };

/**
 * Validates the environment variables of the application and applies defaults. An empty variable counts as unset,
 * because compose files and shells leave such. Throws a StartFailure that names every bad variable.
 */
export function checkEnvironment(environment: Environment): CheckedEnvironment {
  const data = ownVariables(environment);
  try {
    return envSchema<CheckedEnvironment>({ schema, data, env: false, ajv: environmentAjv });
  } catch (error) {
    const names = failingNames(error);
    if (names.length === 0) throw error;
    throw new StartFailure(names.map((name) => explain(name, data[name])).join('\n'));
  }
}

function ownVariables(environment: Environment): Record<string, string> {
  const names = Object.keys(variables);
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

/** Names of the variables with validation errors, without duplicates. */
function failingNames(error: unknown): (keyof typeof variables)[] {
  if (!(error instanceof Error && 'errors' in error && Array.isArray(error.errors))) return [];
  const paths = new Set(error.errors.map((one: { instancePath: string }) => one.instancePath.slice(1)));
  return Object.keys(variables).filter((name): name is keyof typeof variables => paths.has(name));
}

function explain(name: keyof typeof variables, value: string | undefined): string {
  const shown = secretVariables.has(name) ? 'invalid (value not shown)' : `'${value}'`;
  return `${name} is ${shown}. Expected: ${variables[name].description}.`;
}

/**
 * AJV instance for the environment: reports all errors, coerces numbers, applies defaults. Skips validating our own
 * schema, because compiling the meta schema would take longer than everything else.
 */
const environmentAjv = new Ajv({
  allErrors: true,
  removeAdditional: true,
  useDefaults: true,
  coerceTypes: true,
  meta: false,
  validateSchema: false,
})
  .addFormat('duration', (text) => parseDuration(text) !== undefined)
  .addFormat('months', (text) => (parseDuration(text) ?? 0) >= 30 * 86_400_000)
  .addFormat('size', (text) => parseSize(text) !== undefined)
  .addFormat('proxies', (text) => parseProxies(text) !== undefined)
  .addFormat('networks', (text) => parseNetworks(text) !== undefined)
  .addFormat('host', (text) => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text))
  .addFormat('origin', isOrigin)
  .addFormat('origins', (text) => parseOrigins(text) !== undefined)
  .addFormat('secrets', (text) => parseSecrets(text) !== undefined)
  .addFormat('issuer', isIssuer)
  .addFormat('passkeyRoles', (text) => parsePasskeyRoles(text) !== undefined)
  .addFormat('address', isEmail);

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocalhost = url !== undefined && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url?.protocol === 'https:' || (isLocalhost && url.protocol === 'http:');
}

/**
 * Parses a comma-separated list of secret keys; %2C is a comma within a key. Undefined if one is too short, or if there
 * are more than five.
 */
export function parseSecrets(text: string): string[] | undefined {
  const keys = text.split(',').map((part) => part.trim().replaceAll('%2C', ','));
  return keys.length <= 5 && keys.every((key) => key.length >= 32) ? keys : undefined;
}

/** Parses comma-separated origins, such as 'https://app.example'. Undefined if one is no origin. */
export function parseOrigins(text: string): string[] | undefined {
  const origins = text.split(',').map((part) => part.trim());
  return origins.every(isOrigin) ? origins.map((each) => new URL(each).origin) : undefined;
}

const passkeyRoles = ['ADMIN', 'DEVELOPER'] as const;
type PasskeyRole = (typeof passkeyRoles)[number];

/** Parses the comma-separated roles of REQUIRE_PASSKEY. Undefined if one is none of them. */
export function parsePasskeyRoles(text: string): PasskeyRole[] | undefined {
  const names = text.split(',').map((part) => part.trim());
  const roles = passkeyRoles.filter((role) => names.includes(role));
  return names.every((name) => roles.some((role) => role === name)) ? roles : undefined;
}

const milliseconds: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const bytes: Record<string, number> = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** Parses a duration such as '30m' to milliseconds; undefined unless it is a duration above zero. */
export function parseDuration(text: string): number | undefined {
  return amount(/^(\d{1,6})([smhd])$/.exec(text), milliseconds);
}

/** Parses a size such as '25MiB' to bytes; undefined unless it is a size above zero. */
export function parseSize(text: string): number | undefined {
  return amount(/^(\d{1,6})(B|KiB|MiB|GiB)$/.exec(text), bytes);
}

function amount(match: RegExpExecArray | null, units: Record<string, number>): number | undefined {
  const unit = units[match?.[2] ?? ''];
  const value = unit === undefined ? 0 : Number(match?.[1]) * unit;
  return value > 0 ? value : undefined;
}

/** Parses TRUST_PROXY for Fastify: the number of proxies, or their addresses and networks. Undefined if invalid. */
export function parseProxies(text: string): number | string[] | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  return parseNetworks(text);
}

/** Parses comma-separated addresses and networks (CIDR). Undefined if invalid. */
export function parseNetworks(text: string): string[] | undefined {
  const networks = text.split(',').map((part) => part.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Returns one line for each variable that looks like a typo of a known one, or that needs another. */
export function configWarnings(environment: Environment = process.env): string[] {
  const set = Object.keys(environment).filter((name) => environment[name]);
  return [...set.flatMap((name) => warningFor(name) ?? []), ...missingProxy(environment), ...repeatedKey(environment)];
}

/** The application itself serves http; only a trusted proxy can tell it that a browser uses https. */
function missingProxy({ PUBLIC_URL, TRUST_PROXY }: Environment): string[] {
  if (TRUST_PROXY || !PUBLIC_URL?.startsWith('https:')) return [];
  return [
    'PUBLIC_URL is https, but TRUST_PROXY is not set. Nobody can sign in until TRUST_PROXY includes the reverse proxy, which must send X-Forwarded-Proto.',
  ];
}

function repeatedKey({ SECRET_KEY = '', SECRET_KEY_OLD = '' }: Environment): string[] {
  if (!parseSecrets(SECRET_KEY_OLD)?.includes(SECRET_KEY)) return [];
  return ['SECRET_KEY_OLD contains SECRET_KEY itself, which is ignored there.'];
}

function warningFor(name: string): string | undefined {
  if (name in variables) return undefined;
  const suggestion = Object.keys(variables).find((variable) => isSimilar(name.toUpperCase(), variable));
  return suggestion === undefined
    ? undefined
    : `${name} is set, but there is no such variable. Did you mean ${suggestion}?`;
}

/** Short names have many legitimate neighbors (HOST and HOME), so only one letter may differ. */
function isSimilar(name: string, variable: string): boolean {
  return distance(name, variable) <= (variable.length > 5 ? 2 : 1);
}

/** Damerau-Levenshtein distance (optimal string alignment): edits, insertions, deletions and swaps of neighbors. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const changed = at(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = isSwap ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(changed, swapped, at(previous, column) + 1, at(current, column - 1) + 1));
    }
    before = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
