import type { Origin } from './analysis/data-paths.ts';
import { findInputPaths, type InputPath } from './analysis/input-paths.ts';
import { findReferences, findSymbols, type Reference, type ScriptSymbol } from './analysis/symbols.ts';
import { analyzeSource, type CompileOptions, compileWithAnalysis } from './compile.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { children } from './syntax/children.ts';
import type { Path, Script, SyntaxNode } from './syntax/tree.ts';

/** The language service's view of a script, for editors and forms. */
export interface AnalyzeResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly symbols: readonly ScriptSymbol[];
  readonly references: readonly Reference[];
  /** The input paths that the script reads: keys, with '*' for a row. */
  readonly inputPaths: readonly InputPath[];
  readonly helpersUsed: readonly string[];
}

/**
 * Analyzes a script without running it: diagnostics, symbols, references, input paths and used helpers. A script over
 * the size limits gets diagnostics only.
 */
export function analyze(source: string, options: CompileOptions = {}): AnalyzeResult {
  const { diagnostics, script, analysis } = compileWithAnalysis(source, options);
  const references = findReferences(script, analysis);
  return {
    diagnostics,
    symbols: findSymbols(script, analysis),
    references,
    inputPaths: findInputPaths(script, analysis.names, analysis.origins),
    helpersUsed: [...new Set(references.flatMap(({ kind, name }) => (isHelper(kind) ? [name] : [])))],
  };
}

function isHelper(kind: Reference['kind']): boolean {
  return kind === 'define' || kind === 'helper';
}

/** The syntax tree and data paths of a script, for explaining a trace: an entry's source range identifies its node. */
export interface Outline {
  /** Empty if the script exceeds a size limit. */
  readonly script: Script;
  /** The data path of a path expression in the input; null if it is computed. */
  originOf(path: Path): Origin | null;
  /** The direct child nodes of a node in source order. */
  children(node: SyntaxNode): readonly SyntaxNode[];
}

/** Parses a source for its outline. Never throws, however broken the source is. */
export function outline(source: string): Outline {
  const { script, analysis } = analyzeSource(source, {});
  return { script, originOf: (path) => analysis.origins.of(path), children };
}
