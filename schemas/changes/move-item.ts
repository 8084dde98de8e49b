/**
 * Moves the item at index `from` to index `to` in a copy of the list. Returns the same list if either index is out of
 * range.
 */
export function moveItem<Item>(items: Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined || from === to || to < 0 || to >= items.length) return items;
  const others = items.filter((_each, index) => index !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}
