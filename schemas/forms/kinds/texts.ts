/** The texts of a list that are wanted, in their order; none for what is no list. `earlier` are those already taken. */
export function textsIn(value: unknown, isWanted: (text: string, earlier: ReadonlySet<string>) => boolean): string[] {
  if (!Array.isArray(value)) return [];
  const taken = new Set<string>();
  return value.filter((item: unknown): item is string => {
    if (typeof item !== 'string' || !isWanted(item, taken)) return false;
    taken.add(item);
    return true;
  });
}
