import { envSchema } from 'env-schema';
import { StartFailure } from '../process/start-failure.ts';
import { environmentAjv } from './formats.ts';
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
  const shown = secretVariables.has(name) ? 'not right (its value is not shown)' : `'${value}'`;
  return `${name} is ${shown}: allowed is ${variables[name].description}.`;
}
