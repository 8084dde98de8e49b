import { keyFault, longestKey } from '../forms/key-fault.ts';
import { kinds } from '../forms/kinds/kinds.ts';
import type { Design, DesignWidget } from './design.ts';
import { findWidget, widgetsIn } from './tree.ts';

/** The key that a label suggests: 'Weekly budget ($)' becomes weekly_budget; another one where that is taken. */
export function suggestKey(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const word = words.join('_').slice(0, longestKey - 5) || 'field';
  return freeKey(/^[0-9]/.test(word) ? `_${word}` : word, taken);
}

/** The key itself where it is free, else with the first number that makes it so. */
export function freeKey(key: string, taken: ReadonlySet<string>): string {
  const isFree = (each: string) => !taken.has(each) && keyFault(each) === null;
  if (isFree(key)) return key;
  let number = 2;
  while (!isFree(`${key}_${number}`)) number += 1;
  return `${key}_${number}`;
}

/** The keys of the object whose key a widget in this container would be, without those of `but` and what stands in it. */
export function keysAround(design: Design, container: string, but?: string): Set<string> {
  const { widget, around } = findWidget(design, container);
  const chain = [...around, widget];
  const owner = chain.findLastIndex((each, index) => ownsKeys(each, chain[index - 1]));
  return new Set(keysBelow(chain[Math.max(owner, 0)] ?? widget, but));
}

/** Whether what stands in a widget is keyed by an object of its own: the root, a container with a key, a row, a modal with one. */
const ownsKeys = (widget: DesignWidget, parent: DesignWidget | undefined): boolean =>
  !parent || kinds[widget.type].holds === 'rows' || keyOf(widget) !== '';

/** The key of a widget; '' for one that has none, or holds nothing. */
export function keyOf({ type, meta }: DesignWidget): string {
  return typeof meta.key === 'string' && kinds[type].holds !== 'nothing' ? meta.key : '';
}

/** The keys of the object that belongs to a widget. */
const keysBelow = (owner: DesignWidget, but: string | undefined) => keyedBelow(owner, but).map(keyOf);

/** The widgets that the keys of the object that belongs to a widget are of. */
export function keyedBelow(owner: DesignWidget, but?: string): DesignWidget[] {
  const inside = [...(owner.content ? [owner.content] : []), ...owner.rows.flat().map(({ widget }) => widget)];
  return inside.flatMap((each) => {
    if (each.id === but) return [];
    if (keyOf(each) !== '') return [each];
    return kinds[each.type].holds === 'group' ? keyedBelow(each, but) : [];
  });
}

/** The keys that a widget brings into the object it stands in: its own, or those in a container without one. */
export function ownKeys(widget: DesignWidget): string[] {
  const key = keyOf(widget);
  if (key !== '') return [key];
  return kinds[widget.type].holds === 'group' ? keysBelow(widget, undefined) : [];
}

/** How many widgets there are. */
export const sizeOf = ({ root }: Design): number => [...widgetsIn(root)].length;
