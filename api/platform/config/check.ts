import { isIP } from 'node:net';
import { Ajv } from 'ajv';
import { envSchema } from 'env-schema';
import { isEmail } from '#schemas/typed-values/is-email.ts';
import { StartFailure } from '../process/start-failure.ts';
import { parseNetworks, parseProxies } from './proxies.ts';
import { parseDuration, parseSize } from './units.ts';
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
  .addFormat('size', (text) => parseSize(text) !== undefined)
  .addFormat('proxies', (text) => parseProxies(text) !== undefined)
  .addFormat('networks', (text) => parseNetworks(text) !== undefined)
  .addFormat('host', (text) => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text))
  .addFormat('origin', isOrigin)
  .addFormat('issuer', isIssuer)
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
