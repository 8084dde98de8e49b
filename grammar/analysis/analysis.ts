import { type Finding, isError } from '../diagnostics/finding.ts';
import type { HostHelper } from '../helpers/host.ts';
import { walk } from '../syntax/children.ts';
import type { Translator } from '../syntax/translator.ts';
import type { Arithmetic, DurationLiteral, Expression, Script, SyntaxNode } from '../syntax/tree.ts';
import type { Mode, Schema, Type } from '../types.ts';
import type { SymbolTable } from './binding.ts';
import { findOrigins, type Origins } from './data-paths.ts';
import type { findLikelyMistakes } from './likely-mistakes.ts';
import { type HelperDefinitions, resolveHelpers } from './resolve-helpers.ts';
import { resolveScopes } from './scopes.ts';
import { type InferredTypes, inferTypes } from './types.ts';
import { findUnusedValues } from './unused-values.ts';

/**
 * What the analysis passes need from the caller: the form's schema, the type of `this`, and the helpers of the host.
 */
export interface AnalysisOptions {
  readonly schema: Schema | undefined;
  readonly item: Type;
  readonly hostHelpers: ReadonlyMap<string, HostHelper>;
  readonly mode: Mode;
  readonly translator: Translator;
  readonly findMistakes: typeof findLikelyMistakes;
}

/** The results of all analysis passes over a script's syntax tree. No pass changes the tree. */
export interface Analysis {
  readonly names: SymbolTable;
  readonly ornaments: HelperDefinitions;
  readonly origins: Origins;
  readonly types: InferredTypes;
  readonly findings: readonly Finding[];
}

/**
 * Static analysis: runs every pass over the syntax tree, each with the results of the passes before it. Returns the
 * results and the findings sorted by source position.
 */
export function analyzeScript(source: string, script: Script, options: AnalysisOptions): Analysis {
  const { hostHelpers, translator, findMistakes } = options;
  const scopes = resolveScopes(script, options.schema);
  const helpers = resolveHelpers(script, new Set(hostHelpers.keys()), translator);
  const { names } = scopes;
  const { ornaments } = helpers;
  const { origins, findings: excess } = findOrigins(script, names);
  const inference = inferTypes(script, { ...options, source, names, ornaments });
  const passFindings = [...scopes.findings, ...helpers.findings, ...excess, ...inference.findings];
  const unused = findUnusedValues(script, {
    source,
    names,
    ornaments,
    translator,
    errors: passFindings.filter(isError),
  });
  // An always visible field may be the consequence of another problem.
  const mode = passFindings.length + unused.length > 0 ? 'value' : options.mode;
  const mistakes = findMistakes(script, { source, names, types: inference.types, mode });
  const hints = [...findHints(script, source, inference.types), ...mistakes, ...unused];
  const findings = [...passFindings, ...hints];
  return { names, ornaments, origins, types: inference.types, findings: findings.sort((a, b) => a.from - b.from) };
}

/**
 * Finds code that is valid but may not mean what the author intended: a line starting with `-` that continues the
 * previous line, and months or years whose length differs between a fixed duration and the calendar.
 */
export function findHints(script: Script, source: string, types: InferredTypes): readonly Finding[] {
  const findings: Finding[] = [];
  walk(script, (node: SyntaxNode) => {
    if (node.type === 'arithmetic') findings.push(...continuedLines(node, source), ...calendarMonths(node, types));
    if (node.type === 'measure' && node.direction !== null && isCalendar(node)) findings.push(fixedMonths(node));
  });
  return findings;
}

function continuedLines({ operands, operators }: Arithmetic, source: string): Finding[] {
  return operators.flatMap(({ symbol, from, to }, index) => {
    const isNewLine = source.slice(operands[index]?.to ?? from, from).includes('\n');
    return symbol === '-' && isNewLine ? [{ code: 'line-continues', from, to, args: {} }] : [];
  });
}

function calendarMonths({ operands }: Arithmetic, types: InferredTypes): Finding[] {
  if (!operands.some((operand) => types.of(operand) === 'date')) return [];
  return operands.map(unwrapGroup).flatMap((operand) => {
    if (operand.type !== 'measure' || operand.direction !== null || !isCalendar(operand)) return [];
    const reason = `a date moves by ${operand.unit}s of the calendar; '${operand.unit}s ago' counts ${LENGTHS[operand.unit]}`;
    return [{ code: 'month-lengths-differ', from: operand.from, to: operand.to, args: { reason } }];
  });
}

function fixedMonths({ from, to, unit, direction }: CalendarMeasure): Finding {
  const sign = direction === 'ago' ? '-' : '+';
  const reason = `a ${unit} is ${LENGTHS[unit]} here; 'now ${sign} 1 ${unit}' moves in the calendar`;
  return { code: 'month-lengths-differ', from, to, args: { reason } };
}

type CalendarMeasure = DurationLiteral & { readonly unit: 'month' | 'year' };

const LENGTHS = { month: '30 days', year: '365 days' } as const;

function isCalendar(node: DurationLiteral): node is CalendarMeasure {
  return node.unit === 'month' || node.unit === 'year';
}

function unwrapGroup(node: Expression): Expression {
  const { type } = node;
  return type === 'group' && node.value.type === 'measure' ? node.value : node;
}
