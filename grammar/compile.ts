import { type Analysis, analyzeScript } from './analysis/analysis.ts';
import { type Diagnostic, toDiagnostics } from './diagnostics/diagnostic.ts';
import type { Finding } from './diagnostics/finding.ts';
import { formatMessage } from './diagnostics/messages.ts';
import { BUILT_INS, HIDABLE } from './helpers/built-ins.ts';
import { type HostHelpers, hostHelpers } from './helpers/host.ts';
import { type Limits, withLimits } from './limits.ts';
import { Program, type ProgramParts } from './program.ts';
import { walk } from './syntax/children.ts';
import { parse } from './syntax/parse.ts';
import type { Script } from './syntax/tree.ts';
import type { Schema, Type } from './types.ts';

/** What a script is for: the rejections of a form, whether a widget is shown, or a value. */
export type Mode = 'validate' | 'condition' | 'value';

export interface CompileOptions {
  /** The keys that the input may have. Without it unknown names are found when the script runs. */
  readonly schema?: Schema;
  /** The type of `this` and `it` outside of loops. */
  readonly this?: Type;
  readonly helpers?: HostHelpers;
  readonly mode?: Mode;
  readonly limits?: Partial<Limits>;
}

export interface Compiled {
  /** Null only when a budget forbids to run any of the script. */
  readonly program: Program | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Makes a program of a source. It never throws for a source, however broken: what is wrong is in the diagnostics, those of
 * `analyze` included. Throws a TypeError for a host helper whose name is none.
 */
export function compile(source: string, options: CompileOptions = {}): Compiled {
  const { program, diagnostics } = examine(source, options);
  return { program, diagnostics };
}

/** A compiled source with its tree and what the passes know of it; an empty tree where a budget forbids to look at it. */
export interface Examined extends Compiled {
  readonly script: Script;
  readonly analysis: Analysis;
}

/** `compile` for those who want to know more than what runs, so that nobody reads a source twice. */
export function examine(source: string, options: CompileOptions): Examined {
  const { isReadable, parts } = read(source, options);
  const { script, analysis, diagnostics } = parts;
  const program = isReadable ? new Program(parts, () => read(source, options).parts) : null;
  return { program, diagnostics, script, analysis };
}

/** All that there is to know of a source, and whether a budget lets it run. */
function read(source: string, options: CompileOptions): { isReadable: boolean; parts: ProgramParts } {
  const helpers = hostHelpers(options.helpers);
  const limits = withLimits(options.limits);
  const { schema } = options;
  const isReserved = (name: string): boolean => BUILT_INS.has(name) && !HIDABLE.has(name);
  const isKey = schema === undefined ? null : (name: string): boolean => Object.hasOwn(schema, name);
  const { script, excess, problems } = parse(source, isReserved, limits, isKey);
  const tooLarge = excess ?? (script && tooManyNodes(script, limits));
  const isReadable = script !== null && tooLarge === null;
  const tree: Script = isReadable ? script : { type: 'script', from: 0, to: source.length, statements: [] };
  const analysis = analyzeScript(source, tree, { schema, item: options.this ?? 'any', hostHelpers: helpers });
  const findings = isReadable ? merge(problems, analysis) : [...problems, ...(tooLarge ? [tooLarge] : [])];
  const diagnostics = toDiagnostics(source, [...summary(problems), ...findings]);
  const mode = options.mode ?? 'validate';
  return { isReadable, parts: { source, script: tree, analysis, schema, helpers, limits, diagnostics, mode } };
}

/** 'Errors (N) occurred parsing source: …' stands before the errors that it counts. */
function summary(problems: readonly Finding[]): readonly Finding[] {
  const [first] = problems;
  if (first === undefined) return [];
  const args = { count: String(problems.length), first: formatMessage(first.code, first.args) };
  return [{ code: 'errors-occurred-parsing-source', from: first.from, to: first.to, args }];
}

/** What could not be read may be what uses a value. */
function merge(problems: readonly Finding[], { findings }: Analysis): readonly Finding[] {
  const own = problems.length === 0 ? findings : findings.filter(({ code }) => code !== 'unused-value');
  return [...problems, ...own].sort((a, b) => a.from - b.from);
}

/** No node is shorter than a character, so that a short script needs no counting. */
function tooManyNodes(script: Script, limits: Limits): Finding | null {
  if (script.to < limits.nodes) return null;
  let count = 0;
  walk(script, () => {
    count += 1;
  });
  if (count <= limits.nodes) return null;
  return { code: 'script-too-long', from: 0, to: script.to, args: { limit: `${limits.nodes} nodes` } };
}
