/**
 * The texts of a list that pass a filter, in order; empty if the value is no list. `earlier` are the texts accepted so
 * far.
 */
export function textsIn(value: unknown, accept: (text: string, earlier: ReadonlySet<string>) => boolean): string[] {
  if (!Array.isArray(value)) return [];
  const accepted = new Set<string>();
  return value.filter((item: unknown): item is string => {
    if (typeof item !== 'string' || !accept(item, accepted)) return false;
    accepted.add(item);
    return true;
  });
}
