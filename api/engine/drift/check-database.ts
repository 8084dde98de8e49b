import type { mongo } from 'mongoose';
import { isPart } from '#schemas/resource/resource.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { openShutdown } from '../../platform/process/shutdown.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { pendingMigrations } from '../migrations/migrate.ts';
import { findDuplicates } from '../store/indexes.ts';
import { isResourceName, model, type ResourceName, resource, resources, storedNames } from '../store/model.ts';
import { storesTreePath, treePath, treePathOf } from '../store/tree-path.ts';
import { treePlacementOf } from '../store/tree-scope.ts';
import { documentDrift } from './documents.ts';
import { indexDrift } from './indexes.ts';

/**
 * Checks the database for schema drift without changing it: pending migrations, indexes, every document, and the
 * treeScope of each. Reports differences and exits with code 1 if there are any or the database is unavailable.
 */
export async function checkDatabase(report: (line: string) => void): Promise<void> {
  const closing = openShutdown('command');
  try {
    const name = await openDatabase({ config: loadConfig(), closing });
    const differences = await drift();
    for (const line of differences) report(line);
    if (differences.length > 0) throw new StartFailure(`Does not match the schemas: ${name}`);
    report(`Matches the schemas: ${name}`);
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

async function drift(): Promise<string[]> {
  const pending = await pendingMigrations();
  const found = pending.map(({ name }) => `the migration ${name} has not been applied: start the application`);
  for (const name of storedNames) {
    found.push(...(await indexDrift(name)), ...(await findDuplicates(name)), ...(await documentDrift(name)));
  }
  return [...found, ...(await treeScopeDrift())];
}

type ScopeCheck = (document: mongo.Document) => boolean;

/** The entity tree as stored in entities and memberships, independent of the denormalized scopes to check. */
interface Tree {
  /** Returns an entity and its ancestors. */
  at: (entity: unknown) => string[];
  /** The entity of each client. */
  placeOf: Map<string, string>;
  memberOf: Map<string, string[]>;
}

/** Maximum number of ids reported per resource. */
const maxIds = 10;

/**
 * Finds documents whose treeScope does not match their position in the entity tree (design 4), or whose path does not
 * match their treeScope. Returns one line per resource.
 */
async function treeScopeDrift(): Promise<string[]> {
  const tree = await readTree();
  const lines: string[] = [];
  for (const name of [...resources.keys()].filter(isResourceName).filter(isInTree)) {
    const isInScopeTree = await ruleOf(name, tree);
    const hasPath: ScopeCheck = storesTreePath(resource(name))
      ? (document) => document[treePath] === treePathOf(document.treeScope)
      : () => true;
    const counts = { all: 0, wrong: 0 };
    const ids: string[] = [];
    for await (const document of documentsOf(name)) {
      counts.all += 1;
      if (isInScopeTree(document) && hasPath(document)) continue;
      counts.wrong += 1;
      if (ids.length < maxIds) ids.push(String(document._id));
    }
    const list = `${ids.join(', ')}${counts.wrong > maxIds ? ', …' : ''}`;
    if (counts.wrong > 0)
      lines.push(`${resource(name).path}: ${counts.wrong} of ${counts.all} documents have a wrong treeScope (${list})`);
  }
  return lines;
}

const isInTree = (name: ResourceName) => {
  const { fields, schema } = resource(name);
  return !isPart(schema) && fields.some((field) => field.name === 'treeScope');
};

/**
 * Returns the check for a resource. Special cases are resources whose position does not follow from a single reference;
 * the others inherit the scope of the record they refer to.
 */
async function ruleOf(name: ResourceName, { at, placeOf: places, memberOf }: Tree): Promise<ScopeCheck> {
  const isAt = ({ treeScope }: mongo.Document, scope: string[]) => textsOf(treeScope).join() === scope.join();
  // The original position is unknown, so only check that the scope is some entity's line.
  const isSomewhere: ScopeCheck = (document) => isAt(document, at(textsOf(document.treeScope)[0]));
  const own: { [Name in ResourceName]?: ScopeCheck } = {
    Client: (client) => isAt(client, at(places.get(String(client._id)))),
    User: ({ _id, treeScope }) => {
      const scope = new Set((memberOf.get(String(_id)) ?? []).flatMap(at));
      return textsOf(treeScope).toSorted().join() === [...scope].toSorted().join();
    },
    Order: (order) => {
      const place = places.get(String(order.client));
      return place ? isAt(order, at(place)) : isSomewhere(order);
    },
  };
  const place = treePlacementOf(resource(name));
  if (own[name] || !place) return own[name] ?? isSomewhere;
  if (place.isNode) return (node) => isAt(node, at(node._id));
  if (treePlacementOf(resource(place.type))?.isNode) return (document) => isAt(document, at(document[place.field]));
  const scopes = new Map<string, string[]>();
  for await (const { _id, treeScope } of documentsOf(place.type)) scopes.set(String(_id), textsOf(treeScope));
  return (document) => isAt(document, scopes.get(String(document[place.field])) ?? []);
}

async function readTree(): Promise<Tree> {
  const parents = new Map<string, string>();
  const places = new Map<string, string>();
  const memberOf = new Map<string, string[]>();
  for await (const { _id, parent, client } of documentsOf('Entity')) {
    parents.set(String(_id), String(parent));
    if (client) places.set(String(client), String(_id));
  }
  for await (const { user, entity } of documentsOf('EntityMember'))
    memberOf.set(String(user), [...(memberOf.get(String(user)) ?? []), String(entity)]);
  const lineFrom = (id: string, below: string[]): string[] => {
    const parent = parents.get(id);
    return parent === undefined || below.includes(id) ? below : lineFrom(parent, [...below, id]);
  };
  return { at: (entity) => lineFrom(String(entity), []), placeOf: places, memberOf };
}

const documentsOf = (name: ResourceName) => {
  const { fields } = resource(name);
  const references = fields.filter(({ kind }) => kind === 'reference').map((field) => field.name);
  const projection = Object.fromEntries(['treeScope', treePath, ...references].map((field) => [field, 1]));
  return model(name).collection.find({}, { projection, batchSize: 1_000 });
};

const textsOf = (scope: unknown): string[] => (Array.isArray(scope) ? scope.map(String) : []);
