import { type Run, SIGNAL_CONTINUE, SIGNAL_SKIP, SKIP } from '../runtime/run.ts';
import { walk } from '../syntax/children.ts';
import type { Block, Each, Span, SyntaxNode } from '../syntax/tree.ts';
import { fromHostValue } from '../values/host-values.ts';
import { FAILED, isList, kindOf, type ListValue } from '../values/kind.ts';
import { type CompiledBody, emitBody } from './block.ts';
import { emitGuard, type Guard } from './branch.ts';
import { type CompiledExpression, type CompiledStatement, type Context, type LoopContext, siteOf } from './code.ts';
import { emit } from './expression.ts';
import { statementSteps } from './statement.ts';

/**
 * Compiles an `each` loop. If `needsValue` is set, its value is the list of the body's values without skipped items.
 */
export function emitEach(context: Context, node: Each, needsValue: boolean): CompiledStatement {
  const list = emit(context, node.list);
  const slots = context.script.names.loops.get(node);
  if (slots === undefined) return { code: () => FAILED, canJump: false };
  const loop: LoopContext = { needsCatch: false };
  const rows = [...context.rows, slots.index];
  const inside: Context = { ...context, loop, rows, skipMode: 'signal' };
  const filter = needsValue ? null : guardedBody(inside, node.body);
  // A `skip` inside the condition needs the try block around the whole body, so the guarded form can not be used.
  const guardedIf = loop.needsCatch ? null : filter;
  const body = guardedIf?.body ?? emitBody(inside, node.body, needsValue);
  const parts: LoopParts = {
    site: siteOf(node),
    listSite: siteOf(node.list),
    list,
    turn: loop.needsCatch ? catchSkip(body.code) : body.code,
    item: slots.item,
    index: context.script.isTraced || needsRowNumber(node.body) ? slots.index : null,
    cost: 1 + body.steps,
  };
  const code = needsValue
    ? collectLoop(parts)
    : guardedIf === null
      ? repeatLoop(parts)
      : filterLoop({ ...parts, ...guardedIf });
  return { code, canJump: body.canJump && context.endMode === 'signal' };
}

/** Recognizes a body that is a single `if` without `else`, so that the loop can evaluate the condition directly. */
function guardedBody(context: Context, { statements }: Block): GuardedIf | null {
  const [only, second] = statements;
  if (only?.type !== 'if' || second !== undefined || context.script.isTraced) return null;
  const [branch, other] = only.branches;
  if (branch === undefined || other !== undefined || only.otherwise !== null) return null;
  return {
    guard: emitGuard(context, branch.test),
    guardCost: statementSteps(only),
    body: emitBody(context, branch.body, false),
  };
}

interface GuardedIf {
  readonly guard: Guard;
  /** The steps charged for evaluating the guard. */
  readonly guardCost: number;
  readonly body: CompiledBody;
}

interface LoopParts {
  readonly site: Span;
  readonly listSite: Span;
  readonly list: CompiledExpression;
  readonly turn: CompiledExpression;
  readonly item: number;
  /** The slot for the row number; null if the body never needs it. */
  readonly index: number | null;
  /** The steps charged for each iteration. */
  readonly cost: number;
}

/** Most rows are plain records of one shape, for which the engine can compare the constructor quickly. */
const isPlainRow = (value: object) => value.constructor === Object && Object.getPrototypeOf(value) === Object.prototype;

/** A loop run for its side effects. */
function repeatLoop({ site, listSite, list, turn, item, index, cost }: LoopParts): CompiledExpression {
  return (run) => {
    const items = itemsOf(run, listSite, list(run));
    if (items === null) return null;
    const { frame, host } = run;
    const { isJson } = host;
    for (let row = 0; row < items.length; row += 1) {
      run.stepsLeft -= cost;
      if (run.stepsLeft < 0) run.exceedSteps(site);
      const value = items[row];
      const isRow = typeof value === 'object' && value !== null && (isJson || isPlainRow(value));
      frame[item] = isRow ? value : fromHostValue(value);
      if (index !== null) frame[index] = row;
      turn(run);
      if (run.signal !== SIGNAL_CONTINUE) {
        if (run.signal !== SIGNAL_SKIP) return null;
        run.signal = SIGNAL_CONTINUE;
      }
    }
    return null;
  };
}

/**
 * A loop that runs its body only for items that pass the guard. It repeats the code of `repeatLoop`, because the
 * JavaScript engine keeps its inline caches per code location.
 */
function filterLoop({
  site,
  listSite,
  list,
  turn,
  item,
  index,
  guard,
  guardCost,
  body,
}: LoopParts & GuardedIf): CompiledExpression {
  const { first, second } = guard;
  const { steps } = body;
  const cost = 1 + guardCost;
  // jscpd:ignore-start
  return (run) => {
    const items = itemsOf(run, listSite, list(run));
    if (items === null) return null;
    const { frame, host } = run;
    const { isJson } = host;
    for (let row = 0; row < items.length; row += 1) {
      run.stepsLeft -= cost;
      if (run.stepsLeft < 0) run.exceedSteps(site);
      const value = items[row];
      const isRow = typeof value === 'object' && value !== null && (isJson || isPlainRow(value));
      frame[item] = isRow ? value : fromHostValue(value);
      if (index !== null) frame[index] = row;
      if (first(run) !== true || (second !== null && second(run) !== true)) continue;
      run.stepsLeft -= steps;
      if (run.stepsLeft < 0) run.exceedSteps(site);
      turn(run);
      if (run.signal !== SIGNAL_CONTINUE) {
        if (run.signal !== SIGNAL_SKIP) return null;
        run.signal = SIGNAL_CONTINUE;
      }
    }
    return null;
  };
  // jscpd:ignore-end
}

/** A loop that collects the values of its iterations. */
function collectLoop({ site, listSite, list, turn, item, index, cost }: LoopParts): CompiledExpression {
  return (run) => {
    const items = itemsOf(run, listSite, list(run));
    const values: unknown[] = [];
    if (items === null) return values;
    const { frame } = run;
    for (let row = 0; row < items.length; row += 1) {
      run.spend(cost, site);
      frame[item] = fromHostValue(items[row]);
      if (index !== null) frame[index] = row;
      const value = turn(run);
      if (run.signal === SIGNAL_CONTINUE) values.push(value);
      else if (run.signal !== SIGNAL_SKIP) return null;
      run.signal = SIGNAL_CONTINUE;
      if (values.length > run.host.limits.list) run.growList(site, values.length);
    }
    return values;
  };
}

/** Whether a body may need the row number: for `index`, or for the path of a rejection. */
function needsRowNumber(body: SyntaxNode): boolean {
  let isNeeded = false;
  walk(body, ({ type }) => {
    if (type === 'index' || type === 'reject') isNeeded = true;
  });
  return isNeeded;
}

/** Returns the list to iterate. Nothing causes a warning and no iteration; any other value is an error. */
function itemsOf(run: Run, site: Span, value: unknown): ListValue | null {
  if (isList(value)) return value;
  if (value === FAILED) return null;
  const got = kindOf(value);
  if (got === 'nothing') run.expect(site, 'a list', got);
  else run.fail({ code: 'not-iterable', from: site.from, to: site.to, args: { got } });
  return null;
}

/** Wraps a body that contains a `skip` inside an expression, which is thrown as an exception. */
function catchSkip(body: CompiledExpression): CompiledExpression {
  return (run) => {
    try {
      return body(run);
    } catch (stop) {
      if (stop !== SKIP) throw stop;
      run.signal = SIGNAL_SKIP;
      return null;
    }
  };
}
