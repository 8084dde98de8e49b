/** Returns the value at a dotted path such as `businessAddress.city`; undefined if it does not exist. */
export function valueAt(record: unknown, source: string): unknown {
  return source.split('.').reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.entries(value).find(([name]) => name === key)?.[1];
  }, record);
}
