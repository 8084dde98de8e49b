import type { JsonMap } from '../generated/types.ts';

/** A deep copy of a JSON object. `structuredClone` takes ten times as long for form data. */
export function cloneJson(object: JsonMap): JsonMap {
  // Spreading first makes a key such as __proto__ an own property, so that the assignment does not set the prototype.
  const copy = { ...object };
  for (const key of Object.keys(copy)) copy[key] = copyOfValue(copy[key]);
  return copy;
}

/** A deep copy of any JSON value. */
export function copyOfValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map(copyOfValue) : cloneJson({ ...value });
}
