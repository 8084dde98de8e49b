import type { FastifyInstance } from 'fastify';
import { schemas } from '#schemas/generated/registry.ts';
import type { Parents, Records } from '#schemas/generated/types.ts';
import { inheritsRights, type Nested } from '#schemas/resource/resource.ts';
import { notFound } from '../../../platform/errors/catalogue.ts';
import { type Action, abilityOf } from '../../access/ability.ts';
import { signedIn } from '../../access/signed-in.ts';
import { allowedFilter, loadReadable, may, type Viewer } from '../../access/viewer.ts';
import { isResourceName, type ResourceName, resource } from '../../store/model.ts';
import { storeOf } from '../../store/store.ts';
import { listDocumentationOf } from '../lists/documentation.ts';
import type { ExtraQueryKeys } from '../lists/list-parameters.ts';
import type { CustomOperations, CustomOperationsByResource, RecordOperations } from '../records/calls.ts';
import {
  collectionOperations,
  type PartDeclaration,
  type PartName,
  partOperations,
  registerChildHooks,
} from '../records/records.ts';
import type { Declarations, QueryKey, ResourceHooks } from '../rules/declaration.ts';
import { pathId, registerResource } from './routes.ts';

interface NestedRoutes<Name extends ResourceName> {
  name: Name;
  declaration: ResourceHooks<Records[Name]>;
}

/** Registers the routes of a nested collection, such as `/api/entities/{id}/members` (design 3). */
function registerNested<Name extends ResourceName>(app: FastifyInstance, under: NestedRoutes<Name>): void {
  const { name, declaration } = under;
  const nested = nestingOf(name);
  const above = resourceName(nested.resource);
  registerResource(app, {
    ...placeOf(name, nested),
    createErrors: declaration.createErrors,
    calls: async (request) => {
      const viewer = signedIn(request);
      const parent = await loadReadable(viewer, above, pathId(request, 'id'));
      const below = { [nested.field]: Reflect.get(parent, nested.from) };
      const able = inheritsRights(resource(name)) ? asAbove(viewer, { name, above, parent, below }) : viewer;
      const calls = collectionOperations({ name, declaration, viewer: able, below });
      return nested.key === 'id' ? calls : keyed(calls, (key) => idBehind(name, { ...below, [nested.key]: key }, key));
    },
  });
}

interface Inheritance {
  name: ResourceName;
  above: ResourceName;
  parent: Records[ResourceName];
  below: Record<string, unknown>;
}

/**
 * The viewer with inherited permissions on nested records: users who may read the parent record can read
 * them, and users who may update it can write them.
 */
function asAbove(viewer: Viewer, { name, above, parent, below }: Inheritance): Viewer {
  const action: Action[] = may(viewer, 'update', above, parent) ? ['create', 'read', 'update', 'delete'] : ['read'];
  const rules = [...viewer.ability.rules, { action, subject: name, conditions: below }];
  return { ...viewer, ability: abilityOf(rules) };
}

export interface EmbeddedRoutes<Name extends PartName> {
  name: Name;
  declaration: PartDeclaration<Name>;
  above: { name: Parents[Name]; declaration: ResourceHooks<Records[Parents[Name]]> };
}

/** Registers the routes of embedded parts, such as `/api/users/{id}/email_addresses`. */
export function registerEmbedded<Name extends PartName>(app: FastifyInstance, within: EmbeddedRoutes<Name>): void {
  registerResource(app, {
    ...placeOf(within.name, nestingOf(within.name)),
    calls: (request) => embeddedOperations(within, signedIn(request), pathId(request, 'id')),
  });
}

/** The operations on the parts of the parent record with this id. */
export function embeddedOperations<Name extends PartName>(
  { name, declaration, above }: EmbeddedRoutes<Name>,
  viewer: Viewer,
  id: string,
): RecordOperations<Records[Name]> {
  return partOperations({ name, declaration, viewer, parent: { ...above, id }, field: nestingOf(name).field });
}

function placeOf<Name extends ResourceName>(name: Name, nested: Nested) {
  return {
    name,
    resource: resource(name),
    url: `/api/${resource(nested.resource).path}/:id/${nested.path}`,
    parents: ['id'],
    parameter: nested.parameter,
    operations: nested.operations,
    extraKeys: {},
  };
}

/** The same operations addressed by another field than the id. */
function keyed<T>(calls: RecordOperations<T>, idOf: (key: string) => Promise<string>): RecordOperations<T> {
  return {
    ...calls,
    read: async (key) => calls.read(await idOf(key)),
    update: async (change) => calls.update({ ...change, id: await idOf(change.id) }),
    remove: async (seen) => calls.remove({ ...seen, id: await idOf(seen.id) }),
  };
}

async function idBehind(name: ResourceName, filter: Record<string, unknown>, key: string): Promise<string> {
  const record = await storeOf(name).findOne(filter);
  if (!record) throw notFound(name, key);
  return record.id;
}

function nestingOf(name: ResourceName): Nested {
  const { nested } = resource(name);
  if (nested) return nested;
  throw new Error(`The schema of ${name} has neither x-store/under nor x-store/within/path`);
}

function resourceName(name: string): ResourceName {
  if (isResourceName(name)) return name;
  throw new Error(`There is no schema with the title ${name}`);
}

const names = Object.values(schemas).map(({ title }) => title);

/** Registers the generated routes of every resource. A declaration is optional. */
export async function resourceRoutes(
  app: FastifyInstance,
  { declarations, ownCalls }: { declarations: Declarations; ownCalls: CustomOperationsByResource },
): Promise<void> {
  registerChildHooks(declarations);
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

/** Registers `/list`: id, name and slug of all readable records, sorted by name, for dropdowns (design 3). */
function registerShortList(app: FastifyInstance, name: ResourceName): void {
  const documentation = listDocumentationOf(resource(name), 'short');
  app.get(`/api/${resource(name).path}/list`, { config: { documentation } }, async (request) => {
    const filter = allowedFilter(signedIn(request), 'read', name);
    const records = await storeOf(name).find({ filter, sort: ['name'], only: ['name', 'slug'] });
    return records.map(shortOf);
  });
}

/** The fields that a dropdown needs. */
function shortOf(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => ['id', 'name', 'slug'].includes(field)));
}

const descriptionsOf = (keys: Record<string, QueryKey> = {}): ExtraQueryKeys =>
  Object.fromEntries(Object.entries(keys).map(([key, { description }]) => [key, description]));
