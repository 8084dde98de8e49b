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
import type { AnyWidget, Problem, Scope, SoundWidget } from './form.ts';
import { orderScripts } from './order-scripts.ts';
import type { ScriptMaker } from './read-form-with.ts';
import { nearestOwner, readersOf, readsOf, valuesWithin } from './reads.ts';
import { isGroup, scopeFor } from './scope-for.ts';
import { noScripts, type Read, type Script, type WidgetScripts } from './script.ts';
import { scriptOptions } from './script-options.ts';

/**
 * Compiles the scripts of all widgets, by their number, and says which of them cannot run, where they are wrong, and in which order they run. What an
 * earlier reading has `kept` is not compiled anew where it would come to the same.
 */
export function compileScripts(widgets: readonly AnyWidget[], kept?: KeptScripts): ReturnType<ScriptMaker> {
  const compiler: Compiler = { problems: [], asks: new Set(), schemas: new Map(), compiled: new Map(), kept };
  const scripts = widgets.map((widget) => (widget.type === 'broken' ? noScripts : scriptsOf(compiler, widget)));
  const { order, circles } = orderScripts(scripts);
  return {
    scripts,
    readers: readersOf(widgets, scripts),
    order,
    asks: compiler.asks,
    problems: [...compiler.problems, ...circles],
  };
}

interface Compiler {
  readonly problems: Problem[];
  readonly asks: Set<string>;
  /** What the names are that can be read from a scope. */
  readonly schemas: Map<Scope, Schema>;
  /** Equal sources in one scope are compiled once: rows of fields often share their scripts. */
  readonly compiled: Map<Scope, Map<string, Compiled>>;
  readonly kept: KeptScripts | undefined;
}

/** Scripts without a mistake, by their source, each with what the names that it reads were: in another scope they may be others. */
export interface KeptScripts {
  earlier(key: string): readonly KeptScript[];
  keep(key: string, script: KeptScript): void;
}
interface KeptScript {
  compiled: Compiled;
  /** The types of the names that it reads, as JSON. */
  reads: string;
}
type Compiled = Pick<Script, 'run' | 'failure'> & { inputPaths: readonly InputPath[]; errors: Diagnostic[] };

function scriptsOf(compiler: Compiler, widget: SoundWidget): WidgetScripts {
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
  const { run: runs, failure, inputPaths, errors } = compiledOnce(compiler, from);
  for (const { line, column, message } of errors) {
    compiler.problems.push({ path: place, value: source, message: `Line ${line}, column ${column}: ${message}` });
  }
  const reads = readsOf(inputPaths, scope);
  const asks = [...new Set(inputPaths.map(([name = '']) => name))].filter((name) => !nearestOwner(name, scope));
  for (const name of asks) compiler.asks.add(name);
  // A validation speaks of its widget's own value as `this`; what shows or calculates a widget does not hang on it.
  const ownReads = kind === 'validation' ? ownReadsOf(widget) : [];
  const news = ownReads.filter((each) => !reads.some((read) => read.widget === each.widget));
  return {
    ...from,
    run: runs,
    outline: () => outline(source),
    failure,
    reads: [...news, ...reads],
    asks,
    runner: scriptRunner,
  };
}

const ownReadsOf = (widget: SoundWidget): Read[] =>
  valuesWithin(widget).map((each) => ({ widget: each, shared: widget.scope.depth }));

function compiledOnce(
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
  const compiled = keptIn(compiler, key, options.schema) ?? compiledNow(source, options);
  // What is said of a mistake may name any of the form's names.
  if (compiled.errors.length === 0) compiler.kept?.keep(key, { compiled, reads: readsIn(compiled, options.schema) });
  known.set(key, compiled);
  return compiled;
}

function keptIn({ kept }: Compiler, key: string, schema: Schema): Compiled | undefined {
  return kept?.earlier(key).find(({ compiled, reads }) => readsIn(compiled, schema) === reads)?.compiled;
}

const readsIn = ({ inputPaths }: Compiled, schema: Schema): string =>
  JSON.stringify(inputPaths.map(([name = '']) => [name, schema[name]]));

function compiledNow(source: string, options: CompileOptions): Compiled {
  const { program, diagnostics } = compile(source, options);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return {
    run: program && ((input, options) => run(program, input, options)),
    failure: errors[0]?.message ?? null,
    inputPaths: program?.inputPaths ?? [],
    errors,
  };
}
