/** The union of the keys of two objects. */
export const keysOfBoth = (one: object, other: object): Set<string> =>
  new Set([...Object.keys(one), ...Object.keys(other)]);

/** The value of an own property; undefined for an inherited one. */
export const ownValue = (record: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;
