import { type Analysis, analyzeScript } from './analysis/analysis.ts';
import { findInputPaths, type InputPath } from './analysis/input-paths.ts';
import { findReferences, findSymbols, type Reference, type ScriptSymbol } from './analysis/symbols.ts';
import { type CompileOptions, compile } from './compile.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { BUILT_INS } from './helpers/built-ins.ts';
import { hostHelpers } from './helpers/host.ts';
import { withLimits } from './limits.ts';
import { parse } from './syntax/parse.ts';
import type { Script } from './syntax/tree.ts';

/** What an editor and a form want to know of a script. */
export interface AnalyzeResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly symbols: readonly ScriptSymbol[];
  readonly references: readonly Reference[];
  /** Which places of the input it reads: keys, with '*' for a row. */
  readonly inputPaths: readonly InputPath[];
  readonly helpersUsed: readonly string[];
}

/** Tells what a script declares, uses and reads, without running it; of a script over budget the diagnostics only. */
export function analyze(source: string, options: CompileOptions = {}): AnalyzeResult {
  const { diagnostics } = compile(source, options);
  const { script, analysis } = analysisOf(source, options);
  const references = findReferences(script, analysis);
  return {
    diagnostics,
    symbols: findSymbols(script, analysis),
    references,
    inputPaths: findInputPaths(script, analysis.names, analysis.origins),
    helpersUsed: [...new Set(references.flatMap(({ kind, name }) => (isHelper(kind) ? [name] : [])))],
  };
}

/** The tree of a source and what the passes know of it; an empty tree where a budget forbids to look at it. */
export function analysisOf(source: string, options: CompileOptions): { script: Script; analysis: Analysis } {
  const parsed = parse(source, (name) => BUILT_INS.has(name), withLimits(options.limits)).script;
  const script: Script = parsed ?? { type: 'script', from: 0, to: source.length, statements: [] };
  const { schema } = options;
  const helpers = hostHelpers(options.helpers);
  return {
    script,
    analysis: analyzeScript(source, script, { schema, item: options.this ?? 'any', hostHelpers: helpers }),
  };
}

function isHelper(kind: Reference['kind']): boolean {
  return kind === 'define' || kind === 'helper';
}
