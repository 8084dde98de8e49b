import mongoose from 'mongoose';
import { placeNameOf } from '#schemas/resource/place.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { isResourceName, type ResourceName, resource } from './model.ts';
import { store } from './store.ts';

/** What places the records of a resource in the tree (design 4). */
export interface Place {
  /** The reference whose record a record stands at. */
  field: string;
  type: ResourceName;
  /** Whether the records are nodes of the tree themselves: then each stands below the one that it names. */
  isNode: boolean;
}

/** What places the records of a resource (`placeNameOf`). */
export function placeOf({ name, schema }: Resource): Place | undefined {
  const field = placeNameOf({ schema });
  const type = field && schema.properties[field]?.['x-ref'];
  if (!type || !isResourceName(type)) return undefined;
  return { field, type, isNode: name === schema.properties.treeScope?.items?.['x-ref'] };
}

/**
 * The changes with the treeScope that they give a record: that of the record which places it, and itself before where it is
 * a node. As they are when they leave the place as it was, or when the resource's own rules have set the scope.
 */
export async function withTreeScope<T extends object>(
  name: ResourceName,
  changes: T,
  current: { id: string } | null,
): Promise<T> {
  const place = placeOf(resource(name));
  if (!place || Object.hasOwn(changes, 'treeScope')) return changes;
  const at: unknown = Reflect.get(changes, place.field);
  if (current && (at === undefined || at === Reflect.get(current, place.field))) return changes;
  const above = typeof at === 'string' ? await scopeOf(place.type, at) : [];
  if (!place.isNode) return { ...changes, treeScope: above };
  const id = current?.id ?? new mongoose.Types.ObjectId().toHexString();
  return { ...changes, ...(current ? {} : { id }), treeScope: [id, ...above] };
}

/** Where a record stands that another is placed by; it is held, so that neither moves unseen by the other. */
export async function scopeOf(type: ResourceName, id: string): Promise<string[]> {
  const treeScope: unknown = Reflect.get((await store(type).hold(id)) ?? {}, 'treeScope');
  return Array.isArray(treeScope) ? treeScope.map(String) : [];
}
