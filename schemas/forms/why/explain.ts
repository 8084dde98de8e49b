import type {
  Chain,
  Comparison,
  Each,
  Expression,
  If,
  Outline,
  Path,
  Rejection,
  RunResult,
  Script,
  Span,
  SyntaxNode,
} from '#grammar/index.ts';
import { keyInWords } from '../../texts/key-in-words.ts';
import { pathOf } from '../filling/places.ts';
import type { Row } from '../filling/row.ts';
import type { FormContext, ValidWidget } from '../form.ts';
import { pointerOf } from '../pointer.ts';
import type { ScriptKind } from '../script.ts';
import { comparisonInWords, type DescribeOptions } from './comparisons.ts';
import {
  type Explanation,
  type Iteration,
  labelInSentence,
  noLoop,
  placeOf,
  traceForExplanation,
  traceValue,
  wasReached,
} from './explanation.ts';
import { isExpression, isTrue } from './expressions.ts';
import type { HiddenField } from './hidden-fields.ts';
import { describeValue, fieldOf, isSeenChange, nounOf, nounWithValue } from './nouns.ts';
import type { ScriptInRow } from './script-behind.ts';
import { isEmptyValue, isTickBox, joinWords, quote } from './value-words.ts';

/** A rejection of a script: the problem's path and message. */
export interface ScriptRejection extends ScriptInRow {
  readonly path: string;
  readonly message: string;
}

/** Explains in a few sentences why a script hides a field. */
export function explainHidden({ script, row, widget }: HiddenField, context: FormContext): string[] {
  const telling = traceForExplanation({ script, row: rowOfScript(script.widget, row) }, context);
  return limitLines(failureInWords(telling) ?? hidingInWords(telling, widget));
}

/**
 * Explains in a few sentences why a script rejects a value: the conditions on the path to its decision, with the
 * current values of the fields that it reads, and the result. The script runs again with a trace. Passwords are masked.
 */
export function explainRejection(rejection: ScriptRejection, context: FormContext): string[] {
  const telling = traceForExplanation(rejection, context);
  return limitLines(failureInWords(telling) ?? rejectionInWords(telling, rejection));
}

/** A container also hides what is in the rows of its lists. */
function rowOfScript(widget: ValidWidget, row: Row): Row {
  return row.parent && row.scope.depth > widget.scope.depth ? rowOfScript(widget, row.parent) : row;
}

const maxLines = 10;

function limitLines(sentences: readonly string[]): string[] {
  const lines = [...new Set(sentences)].map(sentence);
  if (lines.length <= maxLines) return lines;
  const last = lines.slice(-1);
  return [...lines.slice(0, maxLines - 2), `${lines.length - maxLines + 1} more values were checked.`, ...last];
}

/** Formats a sentence: it starts with a capital and ends with a full stop, or with a colon before a list. */
function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.:?!]”?$/.test(start) ? start : `${start}.`;
}

function hidingInWords(telling: Explanation, field: ValidWidget): string[] {
  const { script, outline, result } = telling;
  const part = labelInSentence(script.widget);
  const end =
    field === script.widget ? `So ${part} is hidden` : `So ${part} is hidden, and ${labelInSentence(field)} with it`;
  if (result?.value !== false) return [`${part} is shown now`];
  const [rejection] = result.errors;
  const path = rejection ? pathToRejection(telling, rejection, result) : pathToEnd(telling, outline.script);
  return [...pathInWords(telling, path), end];
}

function rejectionInWords(telling: Explanation, { path, message, row }: ScriptRejection): string[] {
  const { result, script } = telling;
  const own = pathOf(script.widget, row);
  const isHere = (rejection: Rejection) => (rejection.path.length > 0 ? pointerOf(rejection.path) : own) === path;
  const rejections = result?.errors.filter((rejection) => rejection.message === message) ?? [];
  const rejection = rejections.find(isHere) ?? rejections[0];
  if (!result || !rejection) return ['Nothing rejects this anymore'];
  // The message may be derived from a password, too.
  const end = telling.readsPasswords ? 'So it is rejected' : `So it is rejected: “${message.trim()}”`;
  return [...pathInWords(telling, pathToRejection(telling, rejection, result)), end];
}

function pathInWords(telling: Explanation, { steps, last, turn }: ExecutionPath): string[] {
  const conditions = stepsInWords(
    telling,
    steps.filter(({ isGuard }) => !isGuard),
  );
  const end = last ? [...derivations(telling, last), ...describeMissing(telling, last)] : [];
  if (conditions.length + end.length > 0) return [...conditions, ...end];
  // Guard clauses matter only if there was no other condition.
  const guards = stepsInWords(telling, steps);
  const [loop] = turn.loops.slice(-1);
  if (guards.length > 0) return guards;
  return loop ? [`the rule applies to each of ${nounOf(telling, loop.list, turn)}`] : ['The rule always applies'];
}

function stepsInWords(telling: Explanation, steps: readonly ConditionStep[]): string[] {
  // A trace is bounded, so the end of a very long loop may be missing.
  const known = steps.filter(({ test, turn }) => wasReached(telling, test, turn));
  const conditions = known.flatMap((step) => [...derivations(telling, step), ...describeValues(telling, step)]);
  const rest = known.length < steps.length ? ['The rule checked more than can be shown here'] : [];
  return [...conditions, ...rest];
}

/** The path to a rejection; if a `reject` ran in several iterations of a loop, to the right one. */
function pathToRejection(
  { outline }: Explanation,
  rejection: Rejection,
  { errors, trace = [] }: RunResult,
): ExecutionPath {
  const isSame = ({ from, to }: { from: number; to: number }) => from === rejection.from && to === rejection.to;
  const number = errors.filter(isSame).indexOf(rejection);
  // Every expression in the statement was evaluated once per execution.
  const within = trace.filter(({ from, to }) => from > rejection.from && to <= rejection.to);
  const [first] = within;
  const iterations = within.filter(({ from, to }) => from === first?.from && to === first.to);
  return pathTo(outline, rejection, iterations[number]?.rows ?? []);
}

const tasks: Readonly<Record<ScriptKind, string>> = {
  condition: 'shows or hides',
  validation: 'checks',
  initial: 'calculates',
  required: 'requires',
  readonly: 'locks',
  minimum: 'limits',
  maximum: 'limits',
  option: 'offers the options of',
};
const closing = 'Your answers are not the cause: the author of the form can fix the rule';

/** Explains why a script failed, for the person who fills in the form; undefined if it did not fail. */
function failureInWords(telling: Explanation): string[] | undefined {
  const { script, result } = telling;
  const rule = `the rule that ${tasks[script.kind]} ${labelInSentence(script.widget)}`;
  if (!result) return [`${rule} has an error and cannot be run: “${script.failure ?? ''}”`, closing];
  if (result.status !== 'error' && result.status !== 'budget') return undefined;
  const reason = `“${result.diagnostics.at(-1)?.message ?? ''}”`;
  const end =
    result.status === 'budget'
      ? `${rule} took too many steps and was stopped: ${reason}`
      : `${rule} has an error and stopped halfway: ${reason}`;
  const read = [...new Set(readIn(telling, telling.outline.script))].slice(0, maxFields);
  return [end, ...(read.length > 0 ? [`Before that it read ${joinWords(read, 'and')}`] : []), closing];
}

const maxFields = 5;

/** The fields that a script read outside of loops, with their values. */
function readIn(telling: Explanation, node: SyntaxNode): string[] {
  const isRead = node.type === 'path' && wasReached(telling, node, noLoop) && placeOf(telling, node, noLoop);
  if (isRead) return [nounWithValue(telling, node, noLoop)];
  return telling.outline.children(node).flatMap((child) => readIn(telling, child));
}

const describeValues = (telling: Explanation, { test, turn }: ConditionStep): string[] =>
  describe(telling, test, { turn, expected: null });

/** Describes what keeps a condition from being true: the values, and what they must be. */
const describeMissing = (telling: Explanation, { test, turn }: ConditionStep): string[] =>
  describe(telling, test, { turn, expected: true });

/** A sentence for each part that decided. `and` and `or` are decided by some of their operands. */
function describe(telling: Explanation, node: Expression, options: DescribeOptions): string[] {
  const { turn, expected } = options;
  switch (node.type) {
    case 'group':
      return isExpression(node.value) ? describe(telling, node.value, options) : [truthInWords(telling, node, options)];
    case 'not':
      return describe(telling, node.operand, { turn, expected: expected === null ? null : !expected });
    case 'and':
    case 'or': {
      const reached = node.operands.filter((operand) => wasReached(telling, operand, turn));
      const [decisive] = reached.slice(-1);
      const isYes = isTrue(traceValue(telling, node, turn));
      if (decisive && isYes === (node.type === 'or')) return describe(telling, decisive, options);
      const each = reached.flatMap((operand) => describe(telling, operand, options));
      return expected === null || each.length < 2 ? each : ['One of these is enough:', ...each];
    }
    case 'comparison':
      return describeComparison(telling, node, options);
    case 'chain': {
      const question = questionOfHelper(telling, node, turn);
      if (question) return describe(telling, question.test, { turn: question.turn, expected });
      return [predicateInWords(telling, node, options) ?? truthInWords(telling, node, options)];
    }
    case 'path': {
      const question = questionBehind(telling, node, turn);
      if (question) return describe(telling, question.test, { turn: question.turn, expected });
      return [truthInWords(telling, node, options)];
    }
    case 'constant':
      return [];
    default:
      return [truthInWords(telling, node, options)];
  }
}

/** A comparison with `true`, `false`, `nothing` or an empty text is described as a question about truth or presence. */
function describeComparison(telling: Explanation, node: Comparison, options: DescribeOptions): string[] {
  const { left, right, operator } = node;
  const isEquality = operator.symbol === '==' || operator.symbol === '!=';
  const expectedTruth = (answer: boolean) => (options.expected === null ? null : options.expected === answer);
  if (isEquality && right.type === 'constant' && typeof right.value === 'boolean') {
    const truth = isTrue(traceValue(telling, left, options.turn));
    const expected = expectedTruth((operator.symbol === '==') === right.value);
    if (expected === null || expected !== truth) return describe(telling, left, { ...options, expected });
  }
  const isAboutNothing = (right.type === 'constant' && right.value === null) || (right.type === 'text' && !right.value);
  if (isEquality && isAboutNothing) {
    return [emptinessInWords(telling, left, { ...options, expected: expectedTruth(operator.symbol === '==') })];
  }
  return [comparisonInWords(telling, node, options)];
}

function emptinessInWords(telling: Explanation, node: Expression, { turn, expected }: DescribeOptions): string {
  const subject = `${nounOf(telling, node, turn)} is ${describeValue(telling, node, turn)}`;
  return expected === null ? subject : `${subject}, and it must be ${expected ? 'empty' : 'filled in'}`;
}

/** A value of which only the truth matters. */
function truthInWords(telling: Explanation, node: Expression, { turn, expected }: DescribeOptions): string {
  const value = traceValue(telling, node, turn);
  const subject = `${nounOf(telling, node, turn)} is ${describeValue(telling, node, turn)}`;
  if (expected === null || expected === isTrue(value)) return subject;
  if (expected && node.type !== 'path' && isEmptyValue(value)) return `${subject}, and it must have a value`;
  return `${subject}, and it must ${mustBe(value, fieldOf(telling, node, turn), expected)}`;
}

function mustBe(value: unknown, field: ValidWidget | null, expected: boolean): string {
  if (isTickBox(field)) return expected ? 'be checked' : 'not be checked';
  if (typeof value === 'boolean' || field?.type === 'checkbox') return expected ? 'be yes' : 'be no';
  if (expected) return isEmptyValue(value) ? 'be filled in' : 'not be 0';
  return typeof value === 'number' ? 'be 0 or empty' : 'be empty';
}

/**
 * The condition inside a user-defined helper that ends a chain. Undefined if the helper was called more than once,
 * because a trace does not distinguish the calls.
 */
function questionOfHelper(telling: Explanation, node: Chain, turn: Iteration): ConditionStep | undefined {
  const last = node.tails.at(-1);
  const define = allBelow(telling.outline, telling.outline.script).find(
    (each) => each.type === 'define' && last?.type === 'ornament' && each.name.name === last.name,
  );
  if (define?.type !== 'define') return undefined;
  const uses =
    telling.result?.trace?.filter(({ from, to }) => from === define.body.from && to === define.body.to) ?? [];
  const test = questionIn(define.body);
  if (uses.length !== 1 || !test) return undefined;
  const before = node.tails.slice(0, -1);
  const argument = before.some(isSeenChange) ? { ...node, tails: before } : node.base;
  return { test, turn: { loops: [], rows: [], input: { node: argument, turn } } };
}

/** The value of a block is its last statement. */
function questionIn(node: SyntaxNode | undefined): Expression | undefined {
  if (node?.type === 'block') return questionIn(node.statements.at(-1));
  return node && isExpression(node) && isCondition(node) ? node : undefined;
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['valid_email', 'a valid e-mail address'],
  ['valid_url', 'a valid web address'],
]);

/** Describes a helper with a boolean result: `$email:valid_email`, or one of the form's own. */
function predicateInWords(telling: Explanation, node: Chain, { turn, expected }: DescribeOptions): string | undefined {
  const { base, tails } = node;
  const value = traceValue(telling, node, turn);
  const last = tails.at(-1);
  const isOfBase = !tails.slice(0, -1).some(isSeenChange);
  if (last?.type !== 'ornament' || typeof value !== 'boolean' || !isOfBase) return undefined;
  const subject = `${nounOf(telling, base, turn)} is ${describeValue(telling, base, turn)}`;
  const isAsExpected = expected === null || expected === value;
  if (last.name === 'is_empty') {
    return isAsExpected ? subject : `${subject}, and it must be ${expected ? 'empty' : 'filled in'}`;
  }
  const kind = kinds.get(last.name);
  const name = quote(keyInWords(last.name).replace(/^(is|has) /, ''));
  const not = kind ? 'is not' : 'does not';
  if (isAsExpected) {
    return `${subject}, which ${value ? (kind ? `is ${kind}` : `counts as ${name}`) : `${not} ${kind ?? `count as ${name}`}`}`;
  }
  return `${subject}, and it must ${expected ? '' : 'not '}${kind ? `be ${kind}` : `count as ${name}`}`;
}

/**
 * The condition whose result a variable holds, and the iteration in which it was evaluated; undefined for other
 * variables.
 */
function questionBehind(telling: Explanation, path: Path, iteration: Iteration): ConditionStep | undefined {
  const [only, second] = assignmentsOf(telling, path);
  if (!only || second || !isExpression(only.value) || !isCondition(only.value)) return undefined;
  const loops = loopsAround(telling.outline, only);
  const turn = { loops, rows: iteration.rows.slice(0, loops.length) };
  return wasReached(telling, only.value, turn) ? { test: only.value, turn } : undefined;
}

/** Whether an expression is a condition that can be described. */
function isCondition(node: Expression): boolean {
  if (node.type === 'group') return isExpression(node.value) && isCondition(node.value);
  return node.type === 'comparison' || node.type === 'and' || node.type === 'or' || node.type === 'not';
}

type Assignment = Extract<SyntaxNode, { type: 'let' | 'assign' }>;

/** The statements that assign a script's own variable. */
function assignmentsOf(telling: Explanation, { root, keys }: Path): Assignment[] {
  if (root.type !== 'variable' || keys.length > 0) return [];
  const { name } = root;
  return allBelow(telling.outline, telling.outline.script).filter((node): node is Assignment => {
    if (node.type === 'let') return node.name.name === name;
    return node.type === 'assign' && node.target.type === 'path' && isNamed(node.target.root, name);
  });
}

const isNamed = (root: Path['root'], name: string) => root.type === 'variable' && root.name === name;

/** A node and all its descendants. */
function allBelow(outline: Outline, node: SyntaxNode): SyntaxNode[] {
  return [node, ...outline.children(node).flatMap((child) => allBelow(outline, child))];
}

/** Describes from which fields the variables in a condition were computed, a sentence for each. */
function derivations(telling: Explanation, { test, turn }: ConditionStep): string[] {
  const paths = allBelow(telling.outline, test).filter((node) => node.type === 'path');
  return paths.flatMap((path) => {
    if (placeOf(telling, path, turn)) return [];
    const nodes = assignmentsOf(telling, path).flatMap((each) =>
      isAnswer(each) ? [] : allBelow(telling.outline, each.value),
    );
    const sources = nodes.flatMap((node) => (node.type === 'path' ? sourceOf(telling, node) : []));
    if (sources.length === 0) return [];
    return [`${nounOf(telling, path, turn)} is calculated from ${joinWords([...new Set(sources)], 'and')}`];
  });
}

const isAnswer = ({ value }: Assignment) => isExpression(value) && isCondition(value);

/** A field that a variable was computed from, with its value unless it is inside a loop. */
function sourceOf(telling: Explanation, path: Path): string[] {
  const place = placeOf(telling, path, noLoop);
  if (!place) return [];
  const isSeen = wasReached(telling, path, noLoop);
  return [isSeen ? nounWithValue(telling, path, noLoop) : place.name];
}

/** A condition that was evaluated before the script decided. */
interface ConditionStep {
  readonly test: Expression;
  readonly turn: Iteration;
  /** Whether it is a guard clause: had it been true, the script would have ended there. */
  readonly isGuard?: true;
}

/** The execution path of a script: the conditions up to the place where it decided. */
interface ExecutionPath {
  readonly steps: readonly ConditionStep[];
  /** The last expression of a condition script, which was false; null if the script rejected. */
  readonly last: ConditionStep | null;
  /** The iteration in which the script decided. */
  readonly turn: Iteration;
}

/** The conditions on the path to a statement, in an iteration of the surrounding loops. */
function pathTo(outline: Outline, place: Span, rows: readonly number[]): ExecutionPath {
  const turn = { loops: loopsAround(outline, place), rows };
  return { steps: stepsTo(outline, outline.script, { place, turn: { loops: [], rows } }), last: null, turn };
}

function stepsTo(
  outline: Outline,
  node: SyntaxNode,
  { place, turn }: { place: Span; turn: Iteration },
): ConditionStep[] {
  const child = childAround(outline, node, place);
  // Conditions inside a user-defined helper belong to no iteration.
  if (!child || node.type === 'define') return [];
  const inside = child.type === 'block' && node.type === 'each' ? { ...turn, loops: [...turn.loops, node] } : turn;
  const conditions = stepsIn(node, child).map((step) => ({ ...step, turn: here(turn) }));
  return [...conditions, ...stepsTo(outline, child, { place, turn: inside })];
}

const childAround = ({ children }: Outline, node: SyntaxNode, place: Span) =>
  children(node).find(({ from, to }) => from <= place.from && place.to <= to);

/** The node may be in fewer loops than the target. */
const here = ({ loops, rows }: Iteration): Iteration => ({ loops, rows: rows.slice(0, loops.length) });

/** The conditions that were evaluated in a node before one of its parts. */
function stepsIn(node: SyntaxNode, part: SyntaxNode): Omit<ConditionStep, 'turn'>[] {
  if (node.type === 'if') return testsBefore(node, part).map((test) => ({ test }));
  if (node.type !== 'script' && node.type !== 'block') return [];
  return node.statements.flatMap((statement) =>
    statement.type === 'if' && statement.to <= part.from && canEnd(statement)
      ? statement.branches.map(({ test }) => ({ test, isGuard: true as const }))
      : [],
  );
}

const canEnd = ({ branches }: If) =>
  branches.some(({ body }) => ['skip', 'reject'].includes(body.statements.at(-1)?.type ?? ''));

/** The conditions of an `if` up to the branch that contains a part. */
function testsBefore({ branches }: If, part: SyntaxNode): Expression[] {
  const at = branches.findIndex(({ body, test }) => body === part || test === part);
  const conditions = at < 0 ? branches : branches.slice(0, branches[at]?.test === part ? at : at + 1);
  return conditions.map(({ test }) => test);
}

/** The path to the last expression of a condition script, through the branches that were taken. */
function pathToEnd(telling: Explanation, script: Script): ExecutionPath {
  return endOf(telling, script, []);
}

function endOf(
  telling: Explanation,
  block: Pick<Script, 'statements'>,
  steps: readonly ConditionStep[],
): ExecutionPath {
  const last = block.statements.at(-1);
  if (!last) return { steps, last: null, turn: noLoop };
  if (last.type === 'if') {
    const reached = last.branches.filter(({ test }) => wasReached(telling, test, noLoop));
    const conditions = [...steps, ...reached.map(({ test }) => ({ test, turn: noLoop }))];
    const branch = reached.find(({ test }) => isTrue(traceValue(telling, test, noLoop)))?.body ?? last.otherwise;
    return branch ? endOf(telling, branch, conditions) : { steps: conditions, last: null, turn: noLoop };
  }
  return { steps, last: isExpression(last) ? { test: last, turn: noLoop } : null, turn: noLoop };
}

/** The loops around a place in the script. */
function loopsAround(outline: Outline, place: Span, node: SyntaxNode = outline.script): Each[] {
  const child = childAround(outline, node, place);
  if (!child) return [];
  const own = node.type === 'each' && child.type === 'block' ? [node] : [];
  return [...own, ...loopsAround(outline, place, child)];
}
