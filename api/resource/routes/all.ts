import type { FastifyInstance } from 'fastify';
import { schemas } from '#schemas/generated/registry.ts';
import type { Records } from '#schemas/generated/types.ts';
import { signedIn } from '../../access/signed-in.ts';
import { isResourceName, type ResourceName, resource } from '../../store/model.ts';
import type { OwnKeys } from '../lists/list-parameters.ts';
import { registerShortList } from '../lists/short-list.ts';
import type { AllOwnCalls, OwnCalls } from '../records/calls.ts';
import { collectionCalls } from '../records/service.ts';
import type { Declaration, Declarations, QueryKey } from '../rules/declaration.ts';
import { registerUnder } from './nested.ts';
import { registerResource } from './routes.ts';

const names = Object.values(schemas).map(({ title }) => title);

/** Registers the generated routes of every resource. A declaration is optional. */
export async function resourceRoutes(
  app: FastifyInstance,
  { declarations, ownCalls }: { declarations: Declarations; ownCalls: AllOwnCalls },
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
    declaration: Declaration<Records[Name]> | undefined;
    own: OwnCalls<Records[Name]> | undefined;
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
    brought: own?.brought,
    makingRefuses: declaration.makingRefuses,
    calls: (request) => {
      const viewer = signedIn(request);
      return { ...collectionCalls({ name, declaration, viewer }), ...own?.calls(viewer, request.log) };
    },
  });
  if (schema['x-store']?.short) registerShortList(app, name);
  // Routes of parts are registered by the folder of their parent resource, whose hooks know its records.
  if (nested && !nested.isPart) registerUnder(app, { name, declaration });
}

/** The descriptions of query keys. */
const descriptionsOf = (keys: Record<string, QueryKey> = {}): OwnKeys =>
  Object.fromEntries(Object.entries(keys).map(([key, { description }]) => [key, description]));
