import type { JsonMap } from '../generated/types.ts';

/** A copy of a JSON object that shares nothing with it. `structuredClone` takes ten times as long for what forms hold. */
export function copyOf(object: JsonMap): JsonMap {
  // Spread and then assigned: a key such as __proto__ stays a key of its own.
  const copy = { ...object };
  for (const key of Object.keys(copy)) copy[key] = copyOfValue(copy[key]);
  return copy;
}

/** The same of any JSON value. */
export function copyOfValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map(copyOfValue) : copyOf({ ...value });
}
