import type { Type } from '../types.ts';
import type { Kind } from '../values/kind.ts';

/** The statically known type of an expression; 'any' if unknown. */
export type StaticType = Type | 'nothing';

/** The kind of all values of a type; null if unknown. */
export function kindOfType(type: StaticType): Kind | null {
  if (type === 'any') return null;
  if (typeof type === 'string') return type;
  return 'list' in type ? 'list' : 'record';
}

/**
 * The type of a list with items of the given type. Items of lists nested deeper than 20 levels become 'any', which
 * bounds the work.
 */
export function listOf(item: StaticType): StaticType {
  return { list: depthOf(item) < MAX_LIST_DEPTH ? declarableType(item) : 'any' };
}

const MAX_LIST_DEPTH = 20;

function depthOf(type: StaticType): number {
  let depth = 0;
  for (let inner = type; typeof inner === 'object' && 'list' in inner && depth < MAX_LIST_DEPTH; inner = inner.list)
    depth += 1;
  return depth;
}

/** The most specific type that covers both types. */
export function unify(a: StaticType, b: StaticType): StaticType {
  if (a === b) return a;
  if (typeof a === 'string' || typeof b === 'string') return 'any';
  if ('list' in a && 'list' in b) return listOf(unify(a.list, b.list));
  return 'any';
}

/** The most specific type that covers all types; 'any' for an empty list. */
export function unifyAll(types: readonly StaticType[]): StaticType {
  return types.length === 0 ? 'any' : types.reduce(unify);
}

/** The type as used inside another type: 'nothing' becomes 'any', because schemas can not declare it. */
export function declarableType(type: StaticType): Type {
  return type === 'nothing' ? 'any' : type;
}

/** The type of a key of a value; undefined if the record type has no such key. */
export function keyType(type: StaticType, key: string): Type | undefined {
  if (typeof type === 'string' || 'list' in type) return 'any';
  return Object.hasOwn(type.record, key) ? type.record[key] : undefined;
}
