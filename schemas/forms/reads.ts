import type { AnyWidget, FormScope, ValidWidget } from './form.ts';
import { widgetKinds } from './kinds/kinds.ts';
import { type Dependency, type Dependent, presentScripts, type WidgetScripts } from './script.ts';

/**
 * Resolves the variables that a script reads to widgets. `paths` are the rules language's inputPaths, resolved from
 * `scope` outwards, nearest first. Reading an object or a list reads everything in it, except for the length of a list,
 * which rows may read of their own list.
 */
export function readsOf(
  paths: readonly (readonly string[])[],
  scope: FormScope,
  lengthPaths: readonly (readonly string[])[] = [],
): Dependency[] {
  const ofLength = new Set(lengthPaths.map((path) => path.join('.')));
  const reads = new Map<ValidWidget, Dependency>();
  for (const path of paths) {
    const [first, ...rest] = path;
    const found = first === undefined ? undefined : nearestOwner(first, scope);
    if (!found) continue;
    for (const widget of along(found.owner, rest, ofLength.has(path.join('.')))) {
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

/** The owners along a path, and everything inside the last one, unless it is a list of which only the length is read. */
function along(owner: ValidWidget, keys: readonly string[], isLength: boolean): ValidWidget[] {
  const [key, ...rest] = keys.filter((each) => each !== '*');
  const next = key === undefined || owner.inner === owner.scope ? undefined : owner.inner.owners.get(key);
  if (next) return [owner, ...along(next, rest, isLength)];
  return isLength && widgetKinds[owner.type].holds === 'rows' ? [owner] : valuesWithin(owner);
}

/** The reverse dependencies: the scripts that read each widget, by widget number. */
export function readersOf(widgets: readonly AnyWidget[], scripts: readonly WidgetScripts[]): Dependent[][] {
  const readers: Dependent[][] = widgets.map(() => []);
  for (const script of scripts.flatMap(presentScripts)) {
    for (const { widget, shared } of script.reads) readers[widget.number]?.push({ script, shared });
  }
  return readers;
}
