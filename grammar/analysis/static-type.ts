import type { Type } from '../types.ts';
import type { Kind } from '../values/kind.ts';

/** What is known of an expression before it runs; 'any' where nothing is. */
export type StaticType = Type | 'nothing';

/** The kind that every value of the type has; null when that is not known. */
export function kindOfType(type: StaticType): Kind | null {
  if (type === 'any') return null;
  if (typeof type === 'string') return type;
  return 'list' in type ? 'list' : 'record';
}

/** The type of a list. What lists hold that are nested deeper than anybody asks is not known. */
export function listOf(item: StaticType): StaticType {
  return { list: depthOf(item) < DEEPEST ? known(item) : 'any' };
}

const DEEPEST = 20;

function depthOf(type: StaticType): number {
  let depth = 0;
  for (let inner = type; typeof inner === 'object' && 'list' in inner && depth < DEEPEST; inner = inner.list)
    depth += 1;
  return depth;
}

/** What is true of both types. */
export function unify(a: StaticType, b: StaticType): StaticType {
  if (a === b) return a;
  if (typeof a === 'string' || typeof b === 'string') return 'any';
  if ('list' in a && 'list' in b) return listOf(unify(a.list, b.list));
  return 'any';
}

/** What is true of all types; 'any' of none. */
export function unifyAll(types: readonly StaticType[]): StaticType {
  return types.length === 0 ? 'any' : types.reduce(unify);
}

/** A type as a part of another: nobody declares nothing. */
export function known(type: StaticType): Type {
  return type === 'nothing' ? 'any' : type;
}

/** What stands under a key of values of the type; undefined when its records have no such key. */
export function keyType(type: StaticType, key: string): Type | undefined {
  if (typeof type === 'string' || 'list' in type) return 'any';
  return Object.hasOwn(type.record, key) ? type.record[key] : undefined;
}
