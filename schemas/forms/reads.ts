import type { AnyWidget, Scope, SoundWidget } from './form.ts';
import type { Read, Reader, WidgetScripts } from './script.ts';

/**
 * The widgets that stand behind the keys a script reads: `paths` are the rules language's inputPaths, looked up from
 * `scope` outwards, nearest first. Whoever reads an object or a list reads all that is in it.
 */
export function readsOf(paths: readonly (readonly string[])[], scope: Scope): Read[] {
  const reads = new Map<SoundWidget, Read>();
  for (const [first, ...rest] of paths) {
    const found = first === undefined ? undefined : nearestOwner(first, scope);
    if (!found) continue;
    for (const widget of along(found.owner, rest)) {
      const shared = Math.min(found.scope.depth, reads.get(widget)?.shared ?? found.scope.depth);
      reads.set(widget, { widget, shared });
    }
  }
  return [...reads.values()];
}

/** All that holds a value in a widget, itself included. */
export function valuesWithin(widget: SoundWidget): SoundWidget[] {
  const below = widget.inside.flatMap(valuesWithin);
  return widget.key === '' ? below : [widget, ...below];
}

/** Whom a script reads by a name, looked up from its scope outwards. */
export function nearestOwner(key: string, from: Scope): { owner: SoundWidget; scope: Scope } | undefined {
  for (let scope: Scope | null = from; scope; scope = scope.parent) {
    const owner = scope.owners.get(key);
    if (owner) return { owner, scope };
  }
  return undefined;
}

/** The owners along a path, and all that is within the last of them. */
function along(owner: SoundWidget, keys: readonly string[]): SoundWidget[] {
  const [key, ...rest] = keys.filter((each) => each !== '*');
  const next = key === undefined || owner.inner === owner.scope ? undefined : owner.inner.owners.get(key);
  return next ? [owner, ...along(next, rest)] : valuesWithin(owner);
}

/** The scripts that read each widget, by its number. */
export function readersOf(widgets: readonly AnyWidget[], scripts: readonly WidgetScripts[]): Reader[][] {
  const readers: Reader[][] = widgets.map(() => []);
  for (const script of scripts.flatMap(({ condition, validation, initial }) => [condition, initial, validation])) {
    for (const { widget, shared } of script?.reads ?? []) if (script) readers[widget.number]?.push({ script, shared });
  }
  return readers;
}
