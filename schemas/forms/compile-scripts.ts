import {
  type CompileOptions,
  compileToRun,
  type Diagnostic,
  type InputPath,
  outline,
  run,
  type Schema,
} from '#grammar/index.ts';
import { scriptRunner } from './filling/run-script.ts';
import type { AnyWidget, FormScope, Problem, ValidWidget } from './form.ts';
import { widgetName } from './name-of.ts';
import type { ScriptMaker } from './read-form-with.ts';
import { nearestOwner, readersOf, readsOf, valuesWithin } from './reads.ts';
import { isGroup, scopeFor } from './scope-for.ts';
import { checkKinds, type Dependency, noScripts, presentScripts, type Script, type WidgetScripts } from './script.ts';
import { scriptOptions } from './script-options.ts';
import { isDayLimit, scriptSources } from './script-sources.ts';

/**
 * Compiles the scripts of all widgets, indexed by widget number, and reports errors, dependencies and the execution
 * order. Scripts in the `cache` are not compiled again if the types they read are the same.
 */
export function compileScripts(widgets: readonly AnyWidget[], cache?: ScriptCache): ReturnType<ScriptMaker> {
  const compiler: Compiler = { problems: [], contextReads: new Set(), schemas: new Map(), compiled: new Map(), cache };
  const scripts = widgets.map((widget) => (widget.type === 'broken' ? noScripts : scriptsOf(compiler, widget)));
  const { order, cycles } = orderScripts(scripts);
  return {
    scripts,
    readers: readersOf(widgets, scripts),
    order,
    contextReads: compiler.contextReads,
    problems: [...compiler.problems, ...cycles],
  };
}

interface Compiler {
  readonly problems: Problem[];
  readonly contextReads: Set<string>;
  /** The variables in each scope, with their types. */
  readonly schemas: Map<FormScope, Schema>;
  /** A cache by scope and source: rows of fields often have equal scripts. */
  readonly compiled: Map<FormScope, Map<string, Compiled>>;
  readonly cache: ScriptCache | undefined;
}

/**
 * A cache of compiled scripts without errors, by source, each with the types of the variables it reads, which may
 * differ in another scope.
 */
export interface ScriptCache {
  earlier(key: string): readonly CachedScript[];
  store(key: string, script: CachedScript): void;
}
interface CachedScript {
  compiled: Compiled;
  /** The types of the variables that it reads, as JSON. */
  reads: string;
}
interface Compiled extends Pick<Script, 'run' | 'failure'> {
  inputPaths: readonly InputPath[];
  lengthPaths: readonly InputPath[];
  errors: Diagnostic[];
}

function scriptsOf(compiler: Compiler, widget: ValidWidget): WidgetScripts {
  // An initial value needs a value to begin with.
  const hasInitial = widget.key !== '' && !isGroup(widget);
  const sources = scriptSources(widget).filter(({ kind }) => kind !== 'initial' || hasInitial);
  if (sources.length === 0) return noScripts;
  const scripts = sources.map((source) =>
    scriptOf(compiler, { ...source, widget, place: widget.place + source.place }),
  );
  const single = scripts.filter(({ kind }) => kind !== 'option').map((script) => [script.kind, script]);
  return { ...noScripts, ...Object.fromEntries(single), option: scripts.filter(({ kind }) => kind === 'option') };
}

/** A day as a limit needs no code: the runner compares with it. */
const notCompiled: Compiled = { run: null, failure: null, inputPaths: [], lengthPaths: [], errors: [] };

function scriptOf(compiler: Compiler, from: Pick<Script, 'widget' | 'kind' | 'source' | 'place' | 'option'>): Script {
  const { widget, kind, source, place } = from;
  const scope = scopeFor(widget);
  const {
    run: runs,
    failure,
    inputPaths,
    lengthPaths,
    errors,
  } = isDayLimit(from) ? notCompiled : compileCached(compiler, from);
  for (const { line, column, message } of errors) {
    compiler.problems.push({ path: place, value: source, message: `Line ${line}, column ${column}: ${message}` });
  }
  const reads = readsOf(inputPaths, scope, lengthPaths);
  const contextVariables = [...new Set(inputPaths.map(([name = '']) => name))].filter(
    (name) => !nearestOwner(name, scope),
  );
  for (const name of contextVariables) compiler.contextReads.add(name);
  // Validation scripts read their widget's own value as `this`; conditions and initial values do not depend on it.
  const ownReads = kind === 'validation' ? ownReadsOf(widget) : [];
  const additional = ownReads.filter((each) => !reads.some((read) => read.widget === each.widget));
  return {
    ...from,
    run: runs,
    outline: () => outline(source),
    failure,
    reads: [...additional, ...reads],
    contextVariables,
    runner: scriptRunner,
  };
}

const ownReadsOf = (widget: ValidWidget): Dependency[] =>
  valuesWithin(widget).map((each) => ({ widget: each, shared: widget.scope.depth }));

function compileCached(
  compiler: Compiler,
  { widget, kind, source }: Pick<Script, 'widget' | 'kind' | 'source'>,
): Compiled {
  const scope = scopeFor(widget);
  const options = scriptOptions(widget, kind, compiler.schemas);
  const known = compiler.compiled.get(scope) ?? new Map<string, Compiled>();
  compiler.compiled.set(scope, known);
  const key = `${kind} ${String(options.this)} ${source}`;
  const earlier = known.get(key);
  if (earlier) return earlier;
  const compiled = findCached(compiler, key, options.schema) ?? compileSource(source, options);
  // Do not cache scripts with errors: the message may suggest any name in the form.
  if (compiled.errors.length === 0) compiler.cache?.store(key, { compiled, reads: readsIn(compiled, options.schema) });
  known.set(key, compiled);
  return compiled;
}

function findCached({ cache }: Compiler, key: string, schema: Schema): Compiled | undefined {
  return cache?.earlier(key).find(({ compiled, reads }) => readsIn(compiled, schema) === reads)?.compiled;
}

const readsIn = ({ inputPaths }: Compiled, schema: Schema): string =>
  JSON.stringify(inputPaths.map(([name = '']) => [name, schema[name]]));

function compileSource(source: string, options: CompileOptions): Compiled {
  const { program, diagnostics } = compileToRun(source, options);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return {
    run: program && ((input, options) => run(program, input, options)),
    failure: errors[0]?.message ?? null,
    inputPaths: program?.inputPaths ?? [],
    lengthPaths: program?.lengthPaths ?? [],
    errors,
  };
}

/**
 * Topological sort of conditions and calculations by their dependencies (design 7). Scripts in a dependency cycle are
 * left out, and each cycle is a problem that names its widgets.
 */
export function orderScripts(scripts: readonly WidgetScripts[]): { order: Script[]; cycles: Problem[] } {
  const nodes = scripts.flatMap(presentScripts).filter(({ kind }) => !checkKinds.has(kind));
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
