import { type Analysis, analyzeScript } from './analysis/analysis.ts';
import type { Origin } from './analysis/data-paths.ts';
import type { findLikelyMistakes } from './analysis/likely-mistakes.ts';
import type { checkFixes } from './diagnostics/check-fixes.ts';
import { type Diagnostic, deduplicate, toDiagnostics } from './diagnostics/diagnostic.ts';
import { type Finding, isError } from './diagnostics/finding.ts';
import { formatMessage } from './diagnostics/messages.ts';
import { BUILT_INS, OVERRIDABLE_HELPERS } from './helpers/built-ins.ts';
import { type HostHelpers, hostHelpers } from './helpers/host.ts';
import { type Limits, withLimits } from './limits.ts';
import { Program, type ProgramParts } from './program.ts';
import { children, walk } from './syntax/children.ts';
import { parse } from './syntax/parse.ts';
import { type KnownNames, noTranslator, type Translator } from './syntax/translator.ts';
import type { Path, Script, SyntaxNode } from './syntax/tree.ts';
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

/** What helps authors to correct a script, besides the errors and warnings themselves. */
export interface Advice {
  readonly translator: Translator;
  readonly findMistakes: typeof findLikelyMistakes;
  readonly checkFixes: typeof checkFixes;
}

const noAdvice: Advice = {
  translator: noTranslator,
  findMistakes: () => [],
  checkFixes: (_source, findings) => findings,
};

/**
 * Compiles a script that is run and not edited: like `compile`, but without the hints about likely mistakes and the
 * fixes from other languages, which take time and a part of the first load of a form.
 */
export function compileToRun(source: string, options: CompileOptions = {}): CompileResult {
  const { program, diagnostics } = compileWithAnalysis(source, options);
  return { program, diagnostics };
}

/** The syntax tree and the analysis of a script. The tree is empty if the script exceeds a size limit. */
export interface AnalyzedScript {
  readonly script: Script;
  readonly analysis: Analysis;
}

/** Like `compile`, but also returns the tree and the analysis, so that the language service parses a source only once. */
export function compileWithAnalysis(
  source: string,
  options: CompileOptions,
  advice: Advice = noAdvice,
): CompileResult & AnalyzedScript {
  const { isReadable, problems, findings, parts } = parseAndAnalyze(source, options, advice);
  const { script, analysis } = parts;
  const errorsOf = (text: string) => deduplicate(parseAndAnalyze(text, options, advice).findings).filter(isError);
  const checked = advice.checkFixes(source, deduplicate(findings), errorsOf);
  const diagnostics = toDiagnostics(source, [...summary(problems), ...checked]);
  const program = isReadable
    ? new Program({ ...parts, diagnostics }, () => parseAndAnalyze(source, options, noAdvice).parts)
    : null;
  return { program, diagnostics, script, analysis };
}

/** The tree and the analysis of a script without its diagnostics, whose fixes take time to check. */
export function analyzeSource(source: string, options: CompileOptions): AnalyzedScript {
  const { script, analysis } = parseAndAnalyze(source, options, noAdvice).parts;
  return { script, analysis };
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

interface Parsed {
  readonly isReadable: boolean;
  /** The errors of scanner and parser. */
  readonly problems: readonly Finding[];
  /** All findings in source order. */
  readonly findings: readonly Finding[];
  readonly parts: ProgramParts;
}

/** Parses and analyzes a source, and checks whether it is within the size limits. */
function parseAndAnalyze(source: string, options: CompileOptions, { translator, findMistakes }: Advice): Parsed {
  const helpers = hostHelpers(options.helpers);
  const limits = withLimits(options.limits);
  const { schema } = options;
  const names: KnownNames = {
    isHelper: (name) => BUILT_INS.has(name),
    isReserved: (name) => BUILT_INS.has(name) && !OVERRIDABLE_HELPERS.has(name),
    keys: schema === undefined ? null : new Set(Object.keys(schema)),
  };
  const { script, limitFinding, problems } = parse(source, { names, limits, translator });
  const tooLarge = limitFinding ?? (script && tooManyNodes(script, limits));
  const isReadable = script !== null && tooLarge === null;
  const tree: Script = isReadable ? script : { type: 'script', from: 0, to: source.length, statements: [] };
  const mode = options.mode ?? 'validate';
  const analysis = analyzeScript(source, tree, {
    schema,
    mode,
    item: options.this ?? 'any',
    hostHelpers: helpers,
    translator,
    findMistakes,
  });
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
