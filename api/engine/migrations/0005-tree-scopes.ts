import type { mongo } from 'mongoose';
import type { Migration, MigrationContext } from './steps/migration.ts';

type Id = mongo.ObjectId;
type Standing = (document: mongo.Document) => Id[];

/** The correct tree scope of each entity, and the wrong scopes that an earlier save had stored. */
interface Lines {
  at: (entity: unknown) => Id[];
  lost: Map<string, string>;
}

const batch = 1_000;

/** All fields that determine a document's place. */
const fields = [
  'treeScope',
  'parent',
  'subType',
  'entity',
  'entityId',
  'client',
  'user',
  'orderId',
  'data.organization_name',
];
const projection = Object.fromEntries(fields.map((field) => [field, 1]));

/**
 * Repairs the tree scope of every record. An earlier version lost the own id of an entity that was saved with its
 * parent, and everything created at or below it got the wrong scope. If several entities belong to one client, only the
 * first keeps it.
 */
export const treeScopes: Migration = {
  name: '0005-tree-scopes',
  olderVersions: 'stop',
  up: async (context) => {
    await repairSubTypes(context);
    const { at, lost } = await repairEntities(context);
    const members = await idsBy(context, 'entity_members', { key: 'user', value: 'entity' });
    const places = await idsBy(context, 'entities', { key: 'client', value: '_id' });
    const entitiesOf = (user: unknown) => members.get(String(user)) ?? [];
    const placeOf = (client: unknown) => places.get(String(client))?.[0];
    // A record whose place cannot be derived keeps its scope, or gets that of the entity whose scope was wrong when the
    // record was stored.
    const unchangedScope = (scope: Id[], entities: Id[]) =>
      at(entities.find((id) => lost.get(String(id)) === scope.join()) ?? scope[0]);
    await repairScopes(context, 'entity_members', ({ entity }) => at(entity));
    await repairScopes(context, 'channels', ({ entityId }) => at(entityId));
    await repairScopes(context, 'saved_views', ({ entityId }) => at(entityId));
    await repairScopes(context, 'users', ({ _id }) => union(entitiesOf(_id).map(at)));
    await repairScopes(context, 'clients', ({ _id }) => at(placeOf(_id)));
    await repairScopes(context, 'orders', ({ client, user, treeScope = [] }) => {
      const place = placeOf(client);
      return place ? at(place) : unchangedScope(treeScope, entitiesOf(user));
    });
    const orders = new Map((await all(context, 'orders')).map(({ _id, treeScope }) => [String(_id), treeScope]));
    await repairScopes(context, 'proof_of_work', ({ orderId }) => orders.get(String(orderId)) ?? []);
    await repairScopes(context, 'prospect_audit', ({ treeScope = [] }) => unchangedScope(treeScope, []));
    const entitiesByName = await idsBy(context, 'entities', { key: 'name', value: '_id' });
    await repairScopes(context, 'report_rows', ({ data, treeScope = [] }) =>
      unchangedScope(treeScope, entitiesByName.get(String(data?.organization_name)) ?? []),
    );
  },
};

/** An entity has a client exactly if its subtype is `client`, and no two entities have the same client. */
async function repairSubTypes(context: MigrationContext): Promise<void> {
  const { db, session } = context;
  const entities = db.collection('entities');
  const usedClients = new Set<string>();
  for (const { _id, subType, client } of await all(context, 'entities')) {
    const isPlace = subType === 'client' && client && !usedClients.has(String(client));
    if (isPlace) usedClients.add(String(client));
    else if (subType === 'client' || client)
      await entities.updateOne({ _id }, { $set: { subType: 'abstract', client: null } }, { session });
  }
}

async function repairEntities(context: MigrationContext): Promise<Lines> {
  const entities = new Map((await all(context, 'entities')).map((each) => [String(each._id), each]));
  const lineOf = (id: unknown, below: Id[]): Id[] => {
    const entity = entities.get(String(id));
    const isCircle = below.some((each) => String(each) === String(id));
    return entity && !isCircle ? lineOf(entity.parent, [...below, entity._id]) : below;
  };
  const at = (id: unknown) => lineOf(id, []);
  const wrongEntities = [...entities.values()].filter(({ _id, treeScope = [] }) => treeScope.join() !== at(_id).join());
  await repairScopes(context, 'entities', ({ _id }) => at(_id));
  return { at, lost: new Map(wrongEntities.map(({ _id, treeScope = [] }) => [String(_id), treeScope.join()])) };
}

async function repairScopes({ db, session }: MigrationContext, path: string, standing: Standing): Promise<void> {
  const collection = db.collection(path);
  let writes: mongo.AnyBulkWriteOperation[] = [];
  const write = async () => {
    if (writes.length > 0) await collection.bulkWrite(writes, { session });
    writes = [];
  };
  for await (const document of collection.find({}, { session, projection, batchSize: batch })) {
    const treeScope = standing(document);
    if (treeScope.join() === (document.treeScope ?? []).join()) continue;
    writes.push({ updateOne: { filter: { _id: document._id }, update: { $set: { treeScope } } } });
    if (writes.length === batch) await write();
  }
  await write();
}

const union = (lines: Id[][]): Id[] => [...new Map(lines.flat().map((id) => [String(id), id])).values()];

const all = ({ db, session }: MigrationContext, path: string): Promise<mongo.Document[]> =>
  db
    .collection(path)
    .find({}, { session, projection, sort: { _id: 1 } })
    .toArray();

/** Groups the ids in one field of a collection by the value of another field. */
async function idsBy(
  { db, session }: MigrationContext,
  path: string,
  { key, value }: { key: string; value: string },
): Promise<Map<string, Id[]>> {
  const ids = new Map<string, Id[]>();
  const hasKey = { [key]: { $nin: [null, ''] } };
  const names = { [key]: 1, [value]: 1 };
  for await (const document of db.collection(path).find(hasKey, { session, projection: names, sort: { _id: 1 } })) {
    const name = String(document[key]);
    ids.set(name, [...(ids.get(name) ?? []), document[value]]);
  }
  return ids;
}
