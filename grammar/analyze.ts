import { findInputPaths, type InputPath } from './analysis/input-paths.ts';
import { findLikelyMistakes } from './analysis/likely-mistakes.ts';
import { findReferences, findSymbols, type Reference, type ScriptSymbol } from './analysis/symbols.ts';
import { type Advice, type CompileOptions, type CompileResult, compileWithAnalysis } from './compile.ts';
import { checkFixes } from './diagnostics/check-fixes.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { translator } from './syntax/translations.ts';

const fullAdvice: Advice = { translator, findMistakes: findLikelyMistakes, checkFixes };

/**
 * Compiles a script to a program. Never throws because of the source, however broken: all errors are returned as
 * diagnostics, including those of `analyze`. Throws a TypeError if a host helper has an invalid name.
 */
export function compile(source: string, options: CompileOptions = {}): CompileResult {
  const { program, diagnostics } = compileWithAnalysis(source, options, fullAdvice);
  return { program, diagnostics };
}

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
  const { diagnostics, script, analysis } = compileWithAnalysis(source, options, fullAdvice);
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
