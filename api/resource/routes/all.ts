import type { FastifyInstance } from 'fastify';
import { schemas } from '#schemas/generated/registry.ts';
import type { Records } from '#schemas/generated/types.ts';
import { signedIn } from '../../access/signed-in.ts';
import { isResourceName, type ResourceName, resource } from '../../store/model.ts';
import { registerShortList } from '../lists/short-list.ts';
import { collectionCalls } from '../records/service.ts';
import type { Declaration, Declarations } from '../rules/declaration.ts';
import { registerUnder } from './nested.ts';
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
  const { path, operations, nested, schema } = resource(name);
  registerResource(app, {
    name,
    resource: resource(name),
    url: `/api/${path}`,
    parents: [],
    parameter: 'id',
    operations,
    extraKeys: Object.keys(declaration.queryKeys ?? {}),
    declaration,
    calls: (request) => collectionCalls({ name, declaration, viewer: signedIn(request) }),
  });
  if (schema['x-store']?.short) registerShortList(app, name);
  // Parts are registered by the folder of the resource that keeps them: their rules know its records.
  if (nested && !nested.isPart) registerUnder(app, { name, declaration });
}
