/** The keys of two objects, each once. */
export const keysOfBoth = (one: object, other: object): Set<string> =>
  new Set([...Object.keys(one), ...Object.keys(other)]);

/** The value of an own key; undefined for what an object only inherits. */
export const ownValue = (record: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;
