import { widgetKinds } from '../forms/kinds/kinds.ts';
import { keyError, maxKeyLength } from '../forms/read-form-with.ts';
import type { Design, DesignWidget } from './design.ts';
import { findWidget, widgetsIn } from './tree.ts';

/** Derives a key from a label: 'Weekly budget ($)' becomes weekly_budget. Adds a number if it is taken. */
export function suggestKey(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const word = words.join('_').slice(0, maxKeyLength - 5) || 'field';
  return freeKey(/^[0-9]/.test(word) ? `_${word}` : word, taken);
}

/** The key if it is free, else the key with the lowest number that makes it free. */
export function freeKey(key: string, taken: ReadonlySet<string>): string {
  const isFree = (each: string) => !taken.has(each) && keyError(each) === null;
  if (isFree(key)) return key;
  let number = 2;
  while (!isFree(`${key}_${number}`)) number += 1;
  return `${key}_${number}`;
}

/**
 * The keys that are taken in the object that a widget in this container would belong to, without those of `except` and
 * its contents.
 */
export function keysAround(design: Design, container: string, except?: string): Set<string> {
  const { widget, around } = findWidget(design, container);
  const chain = [...around, widget];
  const owner = chain.findLastIndex((each, index) => ownsKeys(each, chain[index - 1]));
  return new Set(keysBelow(chain[Math.max(owner, 0)] ?? widget, except));
}

/**
 * Whether the values in a widget form an object of their own: in the root, a row, and a container or modal with a key.
 */
const ownsKeys = (widget: DesignWidget, parent: DesignWidget | undefined): boolean =>
  !parent || widgetKinds[widget.type].holds === 'rows' || keyOf(widget) !== '';

/** The key of a widget; '' if it has none or holds no value. */
export function keyOf({ type, meta }: DesignWidget): string {
  return typeof meta.key === 'string' && widgetKinds[type].holds !== 'nothing' ? meta.key : '';
}

/** The keys of the object that a widget owns. */
const keysBelow = (owner: DesignWidget, except: string | undefined) => keyedBelow(owner, except).map(keyOf);

/** The widgets whose keys belong to the object that a widget owns. */
export function keyedBelow(owner: DesignWidget, except?: string): DesignWidget[] {
  const inside = [...(owner.content ? [owner.content] : []), ...owner.rows.flat().map(({ widget }) => widget)];
  return inside.flatMap((each) => {
    if (each.id === except) return [];
    if (keyOf(each) !== '') return [each];
    return widgetKinds[each.type].holds === 'group' ? keyedBelow(each, except) : [];
  });
}

/** The keys that a widget adds to the surrounding object: its own, or those inside a container without a key. */
export function ownKeys(widget: DesignWidget): string[] {
  const key = keyOf(widget);
  if (key !== '') return [key];
  return widgetKinds[widget.type].holds === 'group' ? keysBelow(widget, undefined) : [];
}

/** The number of widgets. */
export const sizeOf = ({ root }: Design): number => [...widgetsIn(root)].length;
