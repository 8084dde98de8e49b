/**
 * The public API of the rules language (rules-language 5). Every export has a file of its own, so that tree shaking
 * keeps the formatter and completion out of pages that only run scripts.
 */

export type { Origin } from './analysis/data-paths.ts';
export type { InputPath } from './analysis/input-paths.ts';
export type { Reference, ScriptSymbol } from './analysis/symbols.ts';
export { type AnalyzeResult, analyze, compile } from './analyze.ts';
export { type CompileOptions, type CompileResult, compileToRun, type Outline, outline } from './compile.ts';
export type { Diagnostic } from './diagnostics/diagnostic.ts';
export type { Fix, Severity } from './diagnostics/finding.ts';
export type { DiagnosticCode } from './diagnostics/messages.ts';
export { type ConditionChange, changeConditions } from './editor/change-conditions.ts';
export { type Completion, complete } from './editor/complete.ts';
export {
  type Condition,
  type Conditions,
  type ConditionUse,
  type ConditionValue,
  readConditions,
} from './editor/conditions.ts';
export { format } from './editor/format.ts';
export { type Hover, hover } from './editor/hover.ts';
export { type LineValue, lineValues } from './editor/line-values.ts';
export { rename } from './editor/rename.ts';
export type { HostHelper, HostHelpers } from './helpers/host.ts';
export { LIMITS, type Limits } from './limits.ts';
export type { Program } from './program.ts';
export { type LanguageReference, reference } from './reference.ts';
export { type RunOptions, run } from './run.ts';
export type { Rejection, RunResult, Stats, Validation } from './runtime/result.ts';
export type { Input, InputScope } from './runtime/scopes.ts';
export type { TraceEntry } from './runtime/trace.ts';
export type {
  Chain,
  Comparison,
  ComparisonOperator,
  Each,
  Expression,
  If,
  Path,
  Reject,
  Script,
  Span,
  Statement,
  StatementValue,
  SyntaxNode,
} from './syntax/tree.ts';
export { isKeyword } from './syntax/words.ts';
export type { Mode, Schema, Type } from './types.ts';
