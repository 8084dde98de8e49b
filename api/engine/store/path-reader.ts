type Read = (holder: unknown) => unknown;

/**
 * Returns a function that reads the value at a path of a record. A list on the path yields the values of all its items.
 */
export function pathReader([name, ...rest]: string[]): Read {
  if (name === undefined) return (value) => value;
  const below = rest.length > 0 ? pathReader(rest) : undefined;
  return (holder) => {
    if (holder === null || typeof holder !== 'object' || !Object.hasOwn(holder, name)) return undefined;
    const value: unknown = Reflect.get(holder, name);
    if (!below) return value;
    return Array.isArray(value) ? value.flatMap((item: unknown) => below(item) ?? []) : below(value);
  };
}
