import type { Finding, Fix } from '../diagnostics/finding.ts';
import { compilePattern } from '../patterns/match.ts';
import { PatternError } from '../patterns/parse.ts';
import { isExpression, walk } from '../syntax/children.ts';
import type {
  Comparison,
  DurationLiteral,
  Expression,
  If,
  Logic,
  Script,
  Span,
  Statement,
  StatementValue,
  SyntaxNode,
  Where,
} from '../syntax/tree.ts';
import type { Mode } from '../types.ts';
import type { SymbolTable } from './binding.ts';
import { kindOfType } from './static-type.ts';
import type { InferredTypes } from './types.ts';

interface MistakeContext {
  readonly source: string;
  readonly types: InferredTypes;
  readonly names: SymbolTable;
  readonly mode: Mode;
}

/**
 * Finds valid code that most likely does not mean what the author intended, and suggests a fix: a date compared with a
 * time of day, `$a == "x" or "y"`, a pattern with `matches`, an `and` after a `where`, and a condition that always shows.
 */
export function findLikelyMistakes(script: Script, context: MistakeContext): readonly Finding[] {
  const { source, types, mode } = context;
  const findings: Finding[] = [];
  const report = ({ from, to }: Span, advice: Advice | null): void => {
    if (advice === null) return;
    const { reason, fix } = advice;
    findings.push({ code: 'likely-mistake', from, to, args: { reason }, ...(fix && { fixes: [fix] }) });
  };
  walk(script, (node) => {
    if (node.type === 'comparison') {
      report(...timeOfDay(node, source, types));
      report(node.operator, patternInText(node));
    } else if (node.type === 'or') report(node, alternatives(node, source));
    if (node.type === 'and' || node.type === 'or') report(node, conditionAfterWhere(node, source));
    if (node.type === 'if') for (const { test } of node.branches) report(test, listAsCondition(test, context));
  });
  const last = script.statements.at(-1);
  if (mode === 'condition' && findings.length === 0 && last !== undefined && !canHide(script)) {
    report(last, alwaysShown(last, source, types));
  }
  return findings;
}

interface Advice {
  readonly reason: string;
  readonly fix: Fix | null;
}

/** `$start < 30 days ago`: a date without a time is the start of its day. */
function timeOfDay({ left, right }: Comparison, source: string, types: InferredTypes): [Span, Advice | null] {
  const [a, b] = [left, right].map(ungrouped);
  const moment = [a, b].find((side) => side !== undefined && isTimeOfDay(side));
  const other = moment === a ? b : a;
  if (!moment || !other || types.of(other) !== 'date' || !readsOnlyInput(other)) return [left, null];
  const { from, to } = moment;
  const text = moment.type === 'measure' ? fromToday(moment, source) : 'today';
  const reason = `'${source.slice(from, to)}' is a time of day, and a date without a time the start of its day; '${text}' compares days`;
  return [moment, { reason, fix: { from, to, text } }];
}

function isTimeOfDay(node: StatementValue): node is DurationLiteral | Extract<Expression, { type: 'clock' }> {
  if (node.type === 'clock') return node.name === 'now';
  return node.type === 'measure' && node.direction !== null && (node.unit === 'day' || node.unit === 'week');
}

function fromToday({ from, to, direction }: DurationLiteral, source: string): string {
  const duration = source.slice(from, to).replace(/\s*(?:ago|ahead|later|from\s+now)$/, '');
  return `today ${direction === 'ago' ? '-' : '+'} ${duration}`;
}

/** Whether a date comes from the input and not from the clock. */
function readsOnlyInput(node: SyntaxNode): boolean {
  let [hasPath, hasClock] = [false, false];
  walk(node, ({ type }) => {
    if (type === 'path') hasPath = true;
    if (type === 'clock' || type === 'phrase') hasClock = true;
  });
  return hasPath && !hasClock;
}

/** `$zip matches "^[0-9]+$"`: `matches` looks for this text itself. */
function patternInText({ operator, right }: Comparison): Advice | null {
  if ((operator.symbol !== 'matches' && operator.symbol !== 'not matches') || right.type !== 'text') return null;
  const isPattern = /^\^|[^\\]\$$|\\[dws]|\][+*{]|\.[*+]/.test(right.value) && canCompile(right.value);
  const { from, to, symbol } = operator;
  const fix = { from, to, text: symbol.replace('matches', 'pattern') };
  return isPattern ? { reason: "'matches' looks for this text itself; 'pattern' takes a pattern", fix } : null;
}

function canCompile(pattern: string): boolean {
  try {
    compilePattern(pattern);
    return true;
  } catch (error) {
    if (error instanceof PatternError) return false;
    throw error;
  }
}

/** `$a == "x" or "y"`, and `$a != "x" or $a != "y"`: true for every value. */
function alternatives({ operands, from, to }: Logic, source: string): Advice | null {
  const [first, ...rest] = operands;
  const head = first && equalityOf(first, source);
  if (!head || rest.length === 0) return null;
  const others = rest.map((operand) => {
    const equality = equalityOf(operand, source);
    if (equality === null) return isLiteral(operand) ? source.slice(operand.from, operand.to) : null;
    return equality.field === head.field && equality.symbol === head.symbol ? equality.value : null;
  });
  const hasLiteral = rest.some(isLiteral);
  if (!hasLiteral && head.symbol === '==') return null;
  const values = [head.value, ...others];
  if (new Set(values).size < 2) return null;
  const list = `[${values.join(', ')}]`;
  const text = `${head.field} ${head.symbol === '==' ? 'in' : 'not in'} ${list}`;
  const isComplete = !others.includes(null);
  if (!isComplete && !hasLiteral) return null;
  const reason = isComplete
    ? `this is true for every value; '${text}' compares with all`
    : 'this is true for every value';
  return { reason, fix: isComplete ? { from, to, text } : null };
}

function equalityOf(node: Expression, source: string): { field: string; symbol: string; value: string } | null {
  if (node.type !== 'comparison' || node.left.type !== 'path' || !isLiteral(node.right)) return null;
  const { symbol } = node.operator;
  if (symbol !== '==' && symbol !== '!=') return null;
  const textOf = ({ from, to }: Span) => source.slice(from, to);
  return { field: textOf(node.left), symbol, value: textOf(node.right) };
}

const isLiteral = ({ type }: Expression): boolean => type === 'text' || type === 'number';

/** `$rows where $a > 1 and $b > 2`: the `and` is not part of the `where`. */
function conditionAfterWhere({ type, operands }: Logic, source: string): Advice | null {
  const at = operands.findIndex((operand, index) => index < operands.length - 1 && whereAtEnd(operand) !== null);
  const [condition, next] = [operands[at] && whereAtEnd(operands[at])?.condition, operands[at + 1]];
  if (!condition || next?.type !== 'comparison') return null;
  const { from } = condition;
  const { to } = next;
  const reason = `'where' has one comparison, so this '${type}' is outside; put both in parentheses`;
  return { reason, fix: { from, to, text: `(${source.slice(from, to)})` } };
}

function whereAtEnd(node: Expression): Where | null {
  if (node.type === 'where') return node;
  const operand = node.type === 'phrase' && node.name.endsWith(' of') ? node.operands[0] : undefined;
  return operand?.type === 'where' ? operand : null;
}

/** `if $rows { … }` for a list of the form: it counts as true even if it is empty. */
function listAsCondition(test: Expression, { source, types, names }: MistakeContext): Advice | null {
  if (test.type !== 'path' || kindOfType(types.of(test)) !== 'list') return null;
  if (test.root.type !== 'variable' || names.bindings.get(test.root)?.kind !== 'input') return null;
  const { from, to } = test;
  return { reason: 'a list counts as true even if it is empty', fix: { from, to, text: notEmpty(test, source) } };
}

const notEmpty = ({ from, to }: Span, source: string): string => `not ${source.slice(from, to)}:is_empty`;

/** Whether a script has another way to hide its widget than the last value. */
function canHide(script: Script): boolean {
  let result = false;
  walk(script, ({ type }) => {
    if (type === 'reject' || type === 'skip' || type === 'broken') result = true;
  });
  return result;
}

function alwaysShown(last: Statement, source: string, types: InferredTypes): Advice | null {
  if (last.type === 'if') return shownByIf(last, source, types);
  if (WITHOUT_VALUE.has(last.type))
    return {
      reason: `the field is always shown, because '${last.type === 'assign' ? last.operator : last.type}' is no condition; end with one`,
      fix: null,
    };
  if (!isExpression(last) || !isAlwaysTrue(last, source, types)) return null;
  const { from, to, type } = last;
  if (type === 'path') {
    const text = notEmpty(last, source);
    return {
      reason: 'the field is always shown, because a list counts as true even if it is empty',
      fix: { from, to, text },
    };
  }
  const isConstant = isLiteral(last) || type === 'constant';
  return {
    reason: 'the field is always shown, because this is always true',
    fix: isConstant ? { from, to, text: '' } : null,
  };
}

/** `if $a > 1 { true }` without `else`: shown in both cases. */
function shownByIf({ branches, otherwise, from, to }: If, source: string, types: InferredTypes): Advice | null {
  const bodies = [...branches.map(({ body }) => body), ...(otherwise === null ? [] : [otherwise])];
  const isShown = bodies.every(({ statements }) => {
    const last = statements.at(-1);
    return last !== undefined && isExpression(last) && isAlwaysTrue(last, source, types);
  });
  const [branch] = branches;
  if (!isShown || !branch) return null;
  const isSimple = bodies.length === 1 && bodies[0]?.statements.length === 1;
  const text = source.slice(branch.test.from, branch.test.to);
  const reason = 'the field is always shown, also if the condition is false; the condition alone decides';
  return { reason, fix: isSimple ? { from, to, text } : null };
}

const WITHOUT_VALUE: ReadonlySet<Statement['type']> = new Set<Statement['type']>([
  'let',
  'take',
  'assign',
  'print',
  'define',
]);

function isAlwaysTrue(node: Expression, source: string, types: InferredTypes): boolean {
  const isTrue = (operand: Expression) => isAlwaysTrue(operand, source, types);
  switch (node.type) {
    case 'constant':
      return node.value === true;
    case 'number':
      return node.value !== 0;
    case 'text':
      return node.value !== '';
    case 'group':
      return isExpression(node.value) && isTrue(node.value);
    case 'or':
      return node.operands.some(isTrue);
    case 'and':
      return node.operands.every(isTrue);
    case 'comparison':
      return IDENTITIES.has(node.operator.symbol) && hasSameText(node, source);
    default:
      return kindOfType(types.of(node)) === 'list';
  }
}

const IDENTITIES: ReadonlySet<string> = new Set(['==', '<=', '>=']);

function hasSameText({ left, right }: Comparison, source: string): boolean {
  return source.slice(left.from, left.to) === source.slice(right.from, right.to);
}

function ungrouped(node: StatementValue): StatementValue {
  return node.type === 'group' ? ungrouped(node.value) : node;
}
