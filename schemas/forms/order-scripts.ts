import type { Problem, SoundWidget } from './form.ts';
import { nameOf } from './name-of.ts';
import type { Script, WidgetScripts } from './script.ts';

/**
 * The scripts that show and calculate, each after those whose outcome it reads (design 7). Scripts that read each other
 * in a circle have no order: they are left out, and each circle is a problem that names its widgets.
 */
export function orderScripts(scripts: readonly WidgetScripts[]): { order: Script[]; circles: Problem[] } {
  const nodes = scripts.flatMap(({ condition, initial }) => [condition, initial].filter((each) => each !== null));
  const waiting = new Map(nodes.map((script) => [script, new Set(precedents(script, scripts))]));
  const followers = new Map<Script, Script[]>(nodes.map((script) => [script, []]));
  for (const [script, before] of waiting) for (const each of before) followers.get(each)?.push(script);
  const circles: Problem[] = [];
  const order: Script[] = [];
  const done = nodes.filter((script) => waiting.get(script)?.size === 0);
  while (waiting.size > 0) {
    for (let script = done.pop(); script; script = done.pop()) {
      if (!waiting.delete(script)) continue;
      order.push(script);
      done.push(...released(script));
    }
    const circle = circleIn(waiting);
    if (circle.length > 0) circles.push(problemOf(circle));
    for (const script of circle) waiting.delete(script);
    done.push(...circle.flatMap(released));
  }
  return { order, circles };

  /** Those that waited for nothing but this one. */
  function released(script: Script): Script[] {
    return (followers.get(script) ?? []).filter((follower) => {
      const before = waiting.get(follower);
      before?.delete(script);
      return before?.size === 0;
    });
  }
}

type Waiting = ReadonlyMap<Script, ReadonlySet<Script>>;

/** What must have run before a script: what shows or calculates the values it reads, and what shows the place it is in. */
function precedents({ widget, kind, reads }: Script, scripts: readonly WidgetScripts[]): Script[] {
  const conditionsFrom = (from: SoundWidget | null) => around(from).map(({ number }) => scripts[number]?.condition);
  const read = reads.flatMap((each) => [scripts[each.widget.number]?.initial, ...conditionsFrom(each.widget)]);
  const place = kind === 'condition' ? conditionsFrom(widget.parent) : [];
  return [...read, ...place].filter((each) => each !== null && each !== undefined);
}

function around(widget: SoundWidget | null): SoundWidget[] {
  return widget ? [widget, ...around(widget.parent)] : [];
}

/** Where nothing is ready, whoever follows what must come before, again and again, comes round. */
function circleIn(waiting: Waiting): Script[] {
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
  const names = [...new Set(circle.map(({ widget }) => nameOf(widget)))].join(', ');
  const message = `A circle of scripts: what ${names} show or calculate depends on itself`;
  return { path: first?.place ?? '', value: first?.source, message };
}
