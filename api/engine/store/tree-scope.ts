import mongoose from 'mongoose';
import { type Resource, treeReferenceOf } from '#schemas/resource/resource.ts';
import { isResourceName, type ResourceName, resource } from './model.ts';
import { storeOf } from './store.ts';

/** How the records of a resource are placed in the entity tree (design 4). */
export interface TreePlacement {
  /** The reference field that determines a record's place. */
  field: string;
  type: ResourceName;
  /** Whether the records are tree nodes themselves: each is then a child of the record it references. */
  isNode: boolean;
}

/** The placement of a resource's records, or undefined when they have no place in the tree. */
export function treePlacementOf({ name, schema }: Resource): TreePlacement | undefined {
  const field = treeReferenceOf({ schema });
  const type = field && schema.properties[field]?.['x-ref'];
  if (!type || !isResourceName(type)) return undefined;
  return { field, type, isNode: name === schema.properties.treeScope?.items?.['x-ref'] };
}

/**
 * Adds the `treeScope` (materialized path of ancestor ids) that the changes imply: the scope of the referenced record,
 * preceded by the record's own id if it is a tree node. Returns the changes as they are if the place stays the same or
 * the resource's own hook has set the scope.
 */
export async function withTreeScope<T extends object>(
  name: ResourceName,
  changes: T,
  current: { id: string } | null,
): Promise<T> {
  const place = treePlacementOf(resource(name));
  if (!place || Object.hasOwn(changes, 'treeScope')) return changes;
  const parentId: unknown = Reflect.get(changes, place.field);
  if (current && (parentId === undefined || parentId === Reflect.get(current, place.field))) return changes;
  const parentScope = typeof parentId === 'string' ? await lockTreeScope(place.type, parentId) : [];
  if (!place.isNode) return { ...changes, treeScope: parentScope };
  const id = current?.id ?? new mongoose.Types.ObjectId().toHexString();
  return { ...changes, ...(current ? {} : { id }), treeScope: [id, ...parentScope] };
}

/** The scope of the record that determines the place. Locks it, so that it cannot move concurrently. */
export async function lockTreeScope(type: ResourceName, id: string): Promise<string[]> {
  const treeScope: unknown = Reflect.get((await storeOf(type).lockForUpdate(id)) ?? {}, 'treeScope');
  return Array.isArray(treeScope) ? treeScope.map(String) : [];
}
