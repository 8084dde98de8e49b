import type { FastifyInstance } from 'fastify';
import { schemas } from '#schemas/generated/registry.ts';
import type { Records } from '#schemas/generated/types.ts';
import { signedIn } from '../../access/signed-in.ts';
import { isResourceName, type ResourceName, resource } from '../../store/model.ts';
import type { ExtraQueryKeys } from '../lists/list-parameters.ts';
import { registerShortList } from '../lists/short-list.ts';
import type { CustomOperations, CustomOperationsByResource } from '../records/calls.ts';
import { collectionOperations } from '../records/records.ts';
import type { Declarations, QueryKey, ResourceHooks } from '../rules/declaration.ts';
import { registerNested } from './nested.ts';
import { registerResource } from './routes.ts';

const names = Object.values(schemas).map(({ title }) => title);

/** Registers the generated routes of every resource. A declaration is optional. */
export async function resourceRoutes(
  app: FastifyInstance,
  { declarations, ownCalls }: { declarations: Declarations; ownCalls: CustomOperationsByResource },
): Promise<void> {
  for (const name of names.filter(isResourceName))
    register(app, { name, declaration: declarations[name], own: ownCalls[name] });
}

function register<Name extends ResourceName>(
  app: FastifyInstance,
  {
    name,
    declaration = {},
    own,
  }: {
    name: Name;
    declaration: ResourceHooks<Records[Name]> | undefined;
    own: CustomOperations<Records[Name]> | undefined;
  },
): void {
  const { path, operations, nested, schema } = resource(name);
  registerResource(app, {
    name,
    resource: resource(name),
    url: `/api/${path}`,
    parents: [],
    parameter: 'id',
    operations,
    extraKeys: descriptionsOf(declaration.queryKeys),
    declaration,
    errors: own?.errors ?? [],
    expansion: own?.expansion,
    createErrors: declaration.createErrors,
    calls: (request) => {
      const viewer = signedIn(request);
      return { ...collectionOperations({ name, declaration, viewer }), ...own?.calls(viewer, request.log) };
    },
  });
  if (schema['x-store']?.short) registerShortList(app, name);
  // Routes of parts are registered by the folder of their parent resource, whose hooks know its records.
  if (nested && !nested.isPart) registerNested(app, { name, declaration });
}

/** The descriptions of query keys. */
const descriptionsOf = (keys: Record<string, QueryKey> = {}): ExtraQueryKeys =>
  Object.fromEntries(Object.entries(keys).map(([key, { description }]) => [key, description]));
