import type { Each, Expression, If, Outline, Script, Span, SyntaxNode } from '#grammar/index.ts';
import { type Explanation, type Iteration, noLoop, traceValue, wasReached } from './explanation.ts';
import { isExpression, isTrue } from './expressions.ts';

/** A condition that was evaluated before the script decided. */
export interface ConditionStep {
  readonly test: Expression;
  readonly turn: Iteration;
  /** Whether it is a guard clause: had it been true, the script would have ended there. */
  readonly isGuard?: true;
}

/** The execution path of a script: the conditions up to the place where it decided. */
export interface ExecutionPath {
  readonly steps: readonly ConditionStep[];
  /** The last expression of a condition script, which was false; null if the script rejected. */
  readonly last: ConditionStep | null;
  /** The iteration in which the script decided. */
  readonly turn: Iteration;
}

/** The conditions on the path to a statement, in an iteration of the surrounding loops. */
export function pathTo(outline: Outline, place: Span, rows: readonly number[]): ExecutionPath {
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
export function pathToEnd(telling: Explanation, script: Script): ExecutionPath {
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
export function loopsAround(outline: Outline, place: Span, node: SyntaxNode = outline.script): Each[] {
  const child = childAround(outline, node, place);
  if (!child) return [];
  const own = node.type === 'each' && child.type === 'block' ? [node] : [];
  return [...own, ...loopsAround(outline, place, child)];
}
