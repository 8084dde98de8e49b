import type { AnyWidget, FormScope, ValidWidget } from './form.ts';
import { type Dependency, type Dependent, presentScripts, type WidgetScripts } from './script.ts';

/**
 * Resolves the variables that a script reads to widgets. `paths` are the rules language's inputPaths, resolved from
 * `scope` outwards, nearest first. Reading an object or a list reads everything in it.
 */
export function readsOf(paths: readonly (readonly string[])[], scope: FormScope): Dependency[] {
  const reads = new Map<ValidWidget, Dependency>();
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

/** All widgets with a value inside a widget, including itself. */
export function valuesWithin(widget: ValidWidget): ValidWidget[] {
  const below = widget.inside.flatMap(valuesWithin);
  return widget.key === '' ? below : [widget, ...below];
}

/** Resolves a variable of a script, from its scope outwards. */
export function nearestOwner(key: string, from: FormScope): { owner: ValidWidget; scope: FormScope } | undefined {
  for (let scope: FormScope | null = from; scope; scope = scope.parent) {
    const owner = scope.owners.get(key);
    if (owner) return { owner, scope };
  }
  return undefined;
}

/** The owners along a path, and everything inside the last one. */
function along(owner: ValidWidget, keys: readonly string[]): ValidWidget[] {
  const [key, ...rest] = keys.filter((each) => each !== '*');
  const next = key === undefined || owner.inner === owner.scope ? undefined : owner.inner.owners.get(key);
  return next ? [owner, ...along(next, rest)] : valuesWithin(owner);
}

/** The reverse dependencies: the scripts that read each widget, by widget number. */
export function readersOf(widgets: readonly AnyWidget[], scripts: readonly WidgetScripts[]): Dependent[][] {
  const readers: Dependent[][] = widgets.map(() => []);
  for (const script of scripts.flatMap(presentScripts)) {
    for (const { widget, shared } of script.reads) readers[widget.number]?.push({ script, shared });
  }
  return readers;
}
