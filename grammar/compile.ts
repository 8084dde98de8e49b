import { type Analysis, analyzeScript } from './analysis/analysis.ts';
import { checkFixes } from './diagnostics/check-fixes.ts';
import { type Diagnostic, deduplicate, toDiagnostics } from './diagnostics/diagnostic.ts';
import { type Finding, isError } from './diagnostics/finding.ts';
import { formatMessage } from './diagnostics/messages.ts';
import { BUILT_INS, OVERRIDABLE_HELPERS } from './helpers/built-ins.ts';
import { type HostHelpers, hostHelpers } from './helpers/host.ts';
import { type Limits, withLimits } from './limits.ts';
import { Program, type ProgramParts } from './program.ts';
import { walk } from './syntax/children.ts';
import { parse } from './syntax/parse.ts';
import type { KnownNames } from './syntax/translations.ts';
import type { Script } from './syntax/tree.ts';
import type { Mode, Schema, Type } from './types.ts';

/** The options of the compiler. */
export interface CompileOptions {
  /** The declared keys of the input. Without a schema, unknown names are only found at run time. */
  readonly schema?: Schema;
  /** The type of `this` and `it` outside of loops. */
  readonly this?: Type;
  readonly helpers?: HostHelpers;
  readonly mode?: Mode;
  readonly limits?: Partial<Limits>;
}

/** The result of the compiler. */
export interface CompileResult {
  /** Null only if the script exceeds a size limit and can not run at all. */
  readonly program: Program | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles a script to a program. Never throws because of the source, however broken: all errors are returned as
 * diagnostics, including those of `analyze`. Throws a TypeError if a host helper has an invalid name.
 */
export function compile(source: string, options: CompileOptions = {}): CompileResult {
  const { program, diagnostics } = compileWithAnalysis(source, options);
  return { program, diagnostics };
}

/** The syntax tree and the analysis of a script. The tree is empty if the script exceeds a size limit. */
export interface AnalyzedScript {
  readonly script: Script;
  readonly analysis: Analysis;
}

/** Like `compile`, but also returns the tree and the analysis, so that the language service parses a source only once. */
export function compileWithAnalysis(source: string, options: CompileOptions): CompileResult & AnalyzedScript {
  const { isReadable, problems, findings, parts } = parseAndAnalyze(source, options);
  const { script, analysis } = parts;
  const errorsOf = (text: string) => deduplicate(parseAndAnalyze(text, options).findings).filter(isError);
  const checked = checkFixes(source, deduplicate(findings), errorsOf);
  const diagnostics = toDiagnostics(source, [...summary(problems), ...checked]);
  const program = isReadable
    ? new Program({ ...parts, diagnostics }, () => parseAndAnalyze(source, options).parts)
    : null;
  return { program, diagnostics, script, analysis };
}

/** The tree and the analysis of a script without its diagnostics, whose fixes take time to check. */
export function analyzeSource(source: string, options: CompileOptions): AnalyzedScript {
  const { script, analysis } = parseAndAnalyze(source, options).parts;
  return { script, analysis };
}

interface Parsed {
  readonly isReadable: boolean;
  /** The errors of scanner and parser. */
  readonly problems: readonly Finding[];
  /** All findings in source order. */
  readonly findings: readonly Finding[];
  readonly parts: ProgramParts;
}

/** Parses and analyzes a source, and checks whether it is within the size limits. */
function parseAndAnalyze(source: string, options: CompileOptions): Parsed {
  const helpers = hostHelpers(options.helpers);
  const limits = withLimits(options.limits);
  const { schema } = options;
  const names: KnownNames = {
    isHelper: (name) => BUILT_INS.has(name),
    isReserved: (name) => BUILT_INS.has(name) && !OVERRIDABLE_HELPERS.has(name),
    keys: schema === undefined ? null : new Set(Object.keys(schema)),
  };
  const { script, limitFinding, problems } = parse(source, names, limits);
  const tooLarge = limitFinding ?? (script && tooManyNodes(script, limits));
  const isReadable = script !== null && tooLarge === null;
  const tree: Script = isReadable ? script : { type: 'script', from: 0, to: source.length, statements: [] };
  const mode = options.mode ?? 'validate';
  const analysis = analyzeScript(source, tree, { schema, mode, item: options.this ?? 'any', hostHelpers: helpers });
  const findings = isReadable ? merge(problems, analysis) : [...problems, ...(tooLarge ? [tooLarge] : [])];
  return { isReadable, problems, findings, parts: { source, script: tree, analysis, schema, helpers, limits, mode } };
}

/** The summary diagnostic 'Errors (N) occurred parsing source: …', placed before the errors it counts. */
function summary(problems: readonly Finding[]): readonly Finding[] {
  const [first] = problems;
  if (first === undefined) return [];
  const args = { count: String(problems.length), first: formatMessage(first.code, first.args) };
  return [{ code: 'errors-occurred-parsing-source', from: first.from, to: first.to, args }];
}

/**
 * Merges parse errors and analysis findings. After a parse error, unused values are not reported, because the unparsed
 * part may use them.
 */
function merge(problems: readonly Finding[], { findings }: Analysis): readonly Finding[] {
  const analysisFindings = problems.length === 0 ? findings : findings.filter(({ code }) => code !== 'unused-value');
  return [...problems, ...analysisFindings].sort((a, b) => a.from - b.from);
}

/** Checks the limit on syntax nodes. Every node has at least one character, so a short script needs no count. */
function tooManyNodes(script: Script, limits: Limits): Finding | null {
  if (script.to < limits.nodes) return null;
  let count = 0;
  walk(script, () => {
    count += 1;
  });
  if (count <= limits.nodes) return null;
  return { code: 'script-too-long', from: 0, to: script.to, args: { limit: `${limits.nodes} nodes` } };
}
