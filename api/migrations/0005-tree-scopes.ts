import type { mongo } from 'mongoose';
import type { Migration, MigrationContext } from './steps/migration.ts';

type Id = mongo.ObjectId;
type Standing = (document: mongo.Document) => Id[];

/** Every entity's own line, and the wrong one of those that an earlier save had put in its place. */
interface Lines {
  at: (entity: unknown) => Id[];
  lost: Map<string, string>;
}

const batch = 1_000;

/** All that says where a document stands. */
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
 * Puts every record where it stands in the tree: an entity that was saved with the parent it had lost itself, and with it
 * whatever was made at it or below it. Of several entities for one client the first is left.
 */
export const treeScopes: Migration = {
  name: '0005-tree-scopes',
  up: async (context) => {
    await mendKinds(context);
    const { at, lost } = await mendEntities(context);
    const members = await idsBy(context, 'entity_members', { key: 'user', value: 'entity' });
    const places = await idsBy(context, 'entities', { key: 'client', value: '_id' });
    const entitiesOf = (user: unknown) => members.get(String(user)) ?? [];
    const placeOf = (client: unknown) => places.get(String(client))?.[0];
    // What nobody can place anew stays where it is, or goes to the one of these entities that had lost itself then.
    const stays = (scope: Id[], entities: Id[]) =>
      at(entities.find((id) => lost.get(String(id)) === scope.join()) ?? scope[0]);
    await mend(context, 'entity_members', ({ entity }) => at(entity));
    await mend(context, 'channels', ({ entityId }) => at(entityId));
    await mend(context, 'saved_views', ({ entityId }) => at(entityId));
    await mend(context, 'users', ({ _id }) => union(entitiesOf(_id).map(at)));
    await mend(context, 'clients', ({ _id }) => at(placeOf(_id)));
    await mend(context, 'orders', ({ client, user, treeScope = [] }) => {
      const place = placeOf(client);
      return place ? at(place) : stays(treeScope, entitiesOf(user));
    });
    const orders = new Map((await all(context, 'orders')).map(({ _id, treeScope }) => [String(_id), treeScope]));
    await mend(context, 'proof_of_work', ({ orderId }) => orders.get(String(orderId)) ?? []);
    await mend(context, 'prospect_audit', ({ treeScope = [] }) => stays(treeScope, []));
    const named = await idsBy(context, 'entities', { key: 'name', value: '_id' });
    await mend(context, 'report_rows', ({ data, treeScope = [] }) =>
      stays(treeScope, named.get(String(data?.organization_name)) ?? []),
    );
  },
};

/** An entity has a client exactly when it is of that subType, and no two have the same. */
async function mendKinds(context: MigrationContext): Promise<void> {
  const { db, session } = context;
  const entities = db.collection('entities');
  const taken = new Set<string>();
  for (const { _id, subType, client } of await all(context, 'entities')) {
    const isPlace = subType === 'client' && client && !taken.has(String(client));
    if (isPlace) taken.add(String(client));
    else if (subType === 'client' || client)
      await entities.updateOne({ _id }, { $set: { subType: 'abstract', client: null } }, { session });
  }
}

async function mendEntities(context: MigrationContext): Promise<Lines> {
  const entities = new Map((await all(context, 'entities')).map((each) => [String(each._id), each]));
  const lineOf = (id: unknown, below: Id[]): Id[] => {
    const entity = entities.get(String(id));
    const isCircle = below.some((each) => String(each) === String(id));
    return entity && !isCircle ? lineOf(entity.parent, [...below, entity._id]) : below;
  };
  const at = (id: unknown) => lineOf(id, []);
  const wrong = [...entities.values()].filter(({ _id, treeScope = [] }) => treeScope.join() !== at(_id).join());
  await mend(context, 'entities', ({ _id }) => at(_id));
  return { at, lost: new Map(wrong.map(({ _id, treeScope = [] }) => [String(_id), treeScope.join()])) };
}

async function mend({ db, session }: MigrationContext, path: string, standing: Standing): Promise<void> {
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

/** The ids in one field of a collection's documents, by what another field of theirs says. */
async function idsBy(
  { db, session }: MigrationContext,
  path: string,
  { key, value }: { key: string; value: string },
): Promise<Map<string, Id[]>> {
  const ids = new Map<string, Id[]>();
  const given = { [key]: { $nin: [null, ''] } };
  const names = { [key]: 1, [value]: 1 };
  for await (const document of db.collection(path).find(given, { session, projection: names, sort: { _id: 1 } })) {
    const name = String(document[key]);
    ids.set(name, [...(ids.get(name) ?? []), document[value]]);
  }
  return ids;
}
