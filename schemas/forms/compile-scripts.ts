import {
  type CompileOptions,
  compile,
  type Diagnostic,
  type InputPath,
  outline,
  run,
  type Schema,
} from '#grammar/index.ts';
import { scriptRunner } from './filling/run-script.ts';
import type { AnyWidget, FormScope, Problem, ValidWidget } from './form.ts';
import { orderScripts } from './order-scripts.ts';
import type { ScriptMaker } from './read-form-with.ts';
import { nearestOwner, readersOf, readsOf, valuesWithin } from './reads.ts';
import { isGroup, scopeFor } from './scope-for.ts';
import { type Dependency, noScripts, type Script, type WidgetScripts } from './script.ts';
import { scriptOptions } from './script-options.ts';

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
type Compiled = Pick<Script, 'run' | 'failure'> & { inputPaths: readonly InputPath[]; errors: Diagnostic[] };

function scriptsOf(compiler: Compiler, widget: ValidWidget): WidgetScripts {
  const { meta, config } = widget;
  const { initialValue } = config;
  const isExpression = initialValue && !initialValue.static && widget.key !== '' && !isGroup(widget);
  const script = (kind: keyof WidgetScripts, source: unknown, place: string) =>
    typeof source === 'string' && source.trim() !== ''
      ? scriptOf(compiler, { widget, kind, source, place: widget.place + place })
      : null;
  return {
    condition: script('condition', meta.conditionalScript, '/meta/conditionalScript'),
    validation: script('validation', meta.validationScript, '/meta/validationScript'),
    initial: isExpression ? script('initial', initialValue.value, '/config/initialValue/value') : null,
  };
}

function scriptOf(compiler: Compiler, from: Pick<Script, 'widget' | 'kind' | 'source' | 'place'>): Script {
  const { widget, kind, source, place } = from;
  const scope = scopeFor(widget);
  const { run: runs, failure, inputPaths, errors } = compileCached(compiler, from);
  for (const { line, column, message } of errors) {
    compiler.problems.push({ path: place, value: source, message: `Line ${line}, column ${column}: ${message}` });
  }
  const reads = readsOf(inputPaths, scope);
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
  const { program, diagnostics } = compile(source, options);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return {
    run: program && ((input, options) => run(program, input, options)),
    failure: errors[0]?.message ?? null,
    inputPaths: program?.inputPaths ?? [],
    errors,
  };
}
