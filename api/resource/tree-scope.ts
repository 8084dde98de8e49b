import type { Resource } from '#schemas/resource/resource.ts';
import { store } from './store.ts';

/**
 * The treeScope of a record that hangs in the tree by a reference to its entity: that entity and all above it
 * (design 4). Undefined when the write leaves the place as it is, or when the resource's own rules set the scope.
 */
export async function treeScopeOf(
  { fields }: Resource,
  changes: object,
  current: object | null,
): Promise<string[] | undefined> {
  if (!fields.some(({ name }) => name === 'treeScope') || Object.hasOwn(changes, 'treeScope')) return undefined;
  const place = fields.find(({ property }) => property['x-ref'] === 'Entity');
  if (!place) return undefined;
  const id: unknown = Reflect.get(changes, place.name);
  if (id === undefined && current !== null) return undefined;
  return typeof id === 'string' ? await scopeOfEntity(id) : [];
}

/** All that the lines of these entities hold: where somebody stands who is a member of each. */
export async function scopeOfEntities(ids: string[]): Promise<string[]> {
  const entities = await store('Entity').find({ filter: { _id: { $in: ids } } });
  return [...new Set(entities.flatMap(({ treeScope }) => treeScope))];
}

/** An entity and all above it; nothing for an entity that is not there. */
export async function scopeOfEntity(id: string): Promise<string[]> {
  return (await store('Entity').findOne({ _id: id }))?.treeScope ?? [];
}
