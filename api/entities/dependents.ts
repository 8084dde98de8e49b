import { conditionOf } from '../access/ability.ts';
import type { Viewer } from '../access/viewer.ts';
import type { ResourceName } from '../store/model.ts';
import { referringTo } from '../store/reference-paths.ts';
import { type Filter, store } from '../store/store.ts';

/** No kind of record is counted further. */
export const mostCounted = 10_000;

/** How many records hang on an entity: of each kind as many as the viewer may read. */
export interface Dependents {
  /** What stands at the entity itself, or right below it. */
  own: { entities: number; clients: number; members: number; channels: number };
  /** All below it, and the orders there: what a move takes along. */
  below: { entities: number; clients: number; orders: number };
  /** What else names it and keeps it from being deleted, by type. */
  others: Record<string, number>;
}

/** What else than these names an entity: invitations go with it. */
const moved: readonly ResourceName[] = ['Entity', 'EntityMember', 'Channel', 'Invitation'];

/** Counts what hangs on an entity. */
export async function dependentsOf(viewer: Viewer, id: string): Promise<Dependents> {
  const count = (name: ResourceName, filter: Filter) => countReadable(viewer, name, filter);
  const below = { treeScope: id, _id: { $ne: id } };
  const [entities, clients, members, channels, allEntities, allClients, orders] = await Promise.all([
    count('Entity', { parent: id, subType: 'abstract' }),
    count('Entity', { parent: id, subType: 'client' }),
    count('EntityMember', { entity: id }),
    count('Channel', { entityId: id }),
    count('Entity', { ...below, subType: 'abstract' }),
    count('Entity', { ...below, subType: 'client' }),
    count('Order', { treeScope: id }),
  ]);
  const others = await Promise.all(
    othersNaming().map(async ({ name, path }) => ({ name, count: await count(name, { [path]: id }) })),
  );
  return {
    own: { entities, clients, members, channels },
    below: { entities: allEntities, clients: allClients, orders },
    others: Object.fromEntries(others.filter((each) => each.count > 0).map((each) => [each.name, each.count])),
  };
}

const othersNaming = () => referringTo('Entity').filter(({ name }) => !moved.includes(name));

async function countReadable(viewer: Viewer, name: ResourceName, filter: Filter): Promise<number> {
  const readable = conditionOf(viewer.ability, 'read', name);
  return readable ? await store(name).count({ $and: [filter, readable] }, mostCounted) : 0;
}
