import type { Problem, ValidWidget } from './form.ts';
import { widgetName } from './name-of.ts';
import type { Script, WidgetScripts } from './script.ts';

/**
 * Topological sort of conditions and calculations by their dependencies (design 7). Scripts in a dependency cycle are
 * left out, and each cycle is a problem that names its widgets.
 */
export function orderScripts(scripts: readonly WidgetScripts[]): { order: Script[]; cycles: Problem[] } {
  const nodes = scripts.flatMap(({ condition, initial }) => [condition, initial].filter((each) => each !== null));
  const waiting = new Map(nodes.map((script) => [script, new Set(dependencies(script, scripts))]));
  const followers = new Map<Script, Script[]>(nodes.map((script) => [script, []]));
  for (const [script, before] of waiting) for (const each of before) followers.get(each)?.push(script);
  const cycles: Problem[] = [];
  const order: Script[] = [];
  const ready = nodes.filter((script) => waiting.get(script)?.size === 0);
  while (waiting.size > 0) {
    for (let script = ready.pop(); script; script = ready.pop()) {
      if (!waiting.delete(script)) continue;
      order.push(script);
      ready.push(...followersReadyAfter(script));
    }
    const circle = findCycle(waiting);
    if (circle.length > 0) cycles.push(problemOf(circle));
    for (const script of circle) waiting.delete(script);
    ready.push(...circle.flatMap(followersReadyAfter));
  }
  return { order, cycles };

  /** The scripts that waited only for this one. */
  function followersReadyAfter(script: Script): Script[] {
    return (followers.get(script) ?? []).filter((follower) => {
      const before = waiting.get(follower);
      before?.delete(script);
      return before?.size === 0;
    });
  }
}

type PendingScripts = ReadonlyMap<Script, ReadonlySet<Script>>;

/** The dependencies of a script: what computes or shows the values that it reads, and what shows its own place. */
function dependencies({ widget, kind, reads }: Script, scripts: readonly WidgetScripts[]): Script[] {
  const conditionsFrom = (from: ValidWidget | null) => around(from).map(({ number }) => scripts[number]?.condition);
  const read = reads.flatMap((each) => [scripts[each.widget.number]?.initial, ...conditionsFrom(each.widget)]);
  const place = kind === 'condition' ? conditionsFrom(widget.parent) : [];
  return [...read, ...place].filter((each) => each !== null && each !== undefined);
}

function around(widget: ValidWidget | null): ValidWidget[] {
  return widget ? [widget, ...around(widget.parent)] : [];
}

/** Finds a cycle. If nothing is ready, following the first dependency again and again leads into one. */
function findCycle(waiting: PendingScripts): Script[] {
  const path = new Set<Script>();
  let [script] = waiting.keys();
  while (script && !path.has(script)) {
    path.add(script);
    [script] = waiting.get(script) ?? [];
  }
  const walked = [...path];
  return script ? walked.slice(walked.indexOf(script)) : [];
}

function problemOf(circle: Script[]): Problem {
  const [first] = circle;
  const names = [...new Set(circle.map(({ widget }) => widgetName(widget)))].join(', ');
  const message = `Cyclic scripts: ${names} depend on each other`;
  return { path: first?.place ?? '', value: first?.source, message };
}
