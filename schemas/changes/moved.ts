/** The list with the item at `from` at the place `to`; the same list when either is outside of it. */
export function moved<Item>(items: Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined || from === to || to < 0 || to >= items.length) return items;
  const others = items.filter((_each, index) => index !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}
