type Read = (holder: unknown) => unknown;

/** Reads what stands at a path of a record; of a list on the way, what stands in each of its items. */
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
