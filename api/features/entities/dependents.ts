import { conditionOf } from '../../engine/access/ability.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import type { ResourceName } from '../../engine/store/model.ts';
import { referenceFieldsTo } from '../../engine/store/reference-paths.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';

/** Count limit per kind of record. */
export const maxDependentCount = 10_000;

/** Counts of the records that depend on an entity, limited to what the viewer may read. */
export interface Dependents {
  /** Records directly at or below the entity. */
  own: { entities: number; clients: number; members: number; channels: number };
  /** All descendants and their orders, which a move affects. */
  below: { entities: number; clients: number; orders: number };
  /** Other references that prevent deletion, by type. */
  others: Record<string, number>;
}

/** Types not listed under `others`; invitations are deleted with the entity. */
const excludedTypes: readonly ResourceName[] = ['Entity', 'EntityMember', 'Channel', 'Invitation'];

/** Counts the records that depend on an entity. */
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

const othersNaming = () => referenceFieldsTo('Entity').filter(({ name }) => !excludedTypes.includes(name));

async function countReadable(viewer: Viewer, name: ResourceName, filter: Filter): Promise<number> {
  const readable = conditionOf(viewer.ability, 'read', name);
  return readable ? await storeOf(name).count({ $and: [filter, readable] }, maxDependentCount) : 0;
}
