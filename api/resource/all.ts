import type { FastifyInstance } from 'fastify';
import { schemas } from '#schemas/generated/registry.ts';
import type { Records } from '#schemas/generated/types.ts';
import type { Declaration, Declarations } from './declaration.ts';
import { isResourceName, type ResourceName, resource } from './model.ts';
import { registerResource } from './routes.ts';

const names = Object.values(schemas).map(({ title }) => title);

/** Registers the generated calls of every schema; a resource without a declaration needs none. */
export async function resourceRoutes(
  app: FastifyInstance,
  { declarations }: { declarations: Declarations },
): Promise<void> {
  for (const name of names.filter(isResourceName)) register(app, name, declarations[name]);
}

function register<Name extends ResourceName>(
  app: FastifyInstance,
  name: Name,
  declaration: Declaration<Records[Name]> = {},
): void {
  registerResource(app, { name, resource: resource(name), declaration });
}
