import { GO, type Run, SKIPPED } from '../running/run.ts';
import { SKIP } from '../running/stop.ts';
import { walk } from '../syntax/children.ts';
import type { Block, Each, Node, Span } from '../syntax/tree.ts';
import { adopt } from '../values/adopt.ts';
import { FAILED, isList, kindOf, type ListValue } from '../values/kind.ts';
import { type Body, emitBody } from './block.ts';
import { emitGuard, type Guard } from './branch.ts';
import { type Code, type Context, type LoopContext, type Step, siteOf } from './code.ts';
import { emit } from './expression.ts';
import { weightOf } from './weight.ts';

/**
 * Compiles an `each` loop. If `needsValue` is set, its value is the list of the body's values without skipped items.
 */
export function emitEach(context: Context, node: Each, needsValue: boolean): Step {
  const list = emit(context, node.list);
  const slots = context.script.names.loops.get(node);
  if (slots === undefined) return { code: () => FAILED, jumps: false };
  const loop: LoopContext = { catches: false };
  const rows = [...context.rows, slots.index];
  const inside: Context = { ...context, loop, rows, skips: 'signal' };
  const filter = needsValue ? null : guardedBody(inside, node.body);
  // A `skip` inside the condition needs the try block around the whole body, so the guarded form can not be used.
  const guardedIf = loop.catches ? null : filter;
  const body = guardedIf?.body ?? emitBody(inside, node.body, needsValue);
  const parts: LoopParts = {
    site: siteOf(node),
    listSite: siteOf(node.list),
    list,
    turn: loop.catches ? catchSkip(body.code) : body.code,
    item: slots.item,
    index: context.script.isTraced || needsRowNumber(node.body) ? slots.index : null,
    cost: 1 + body.weight,
  };
  const code = needsValue
    ? collectLoop(parts)
    : guardedIf === null
      ? repeatLoop(parts)
      : filterLoop({ ...parts, ...guardedIf });
  return { code, jumps: body.jumps && context.ends === 'signal' };
}

/** Recognizes a body that is a single `if` without `else`, so that the loop can evaluate the condition directly. */
function guardedBody(context: Context, { statements }: Block): GuardedIf | null {
  const [only, second] = statements;
  if (only?.type !== 'if' || second !== undefined || context.script.isTraced) return null;
  const [branch, other] = only.branches;
  if (branch === undefined || other !== undefined || only.otherwise !== null) return null;
  return {
    guard: emitGuard(context, branch.test),
    guardCost: weightOf(only),
    body: emitBody(context, branch.body, false),
  };
}

interface GuardedIf {
  readonly guard: Guard;
  /** The steps charged for evaluating the guard. */
  readonly guardCost: number;
  readonly body: Body;
}

interface LoopParts {
  readonly site: Span;
  readonly listSite: Span;
  readonly list: Code;
  readonly turn: Code;
  readonly item: number;
  /** The slot for the row number; null if the body never needs it. */
  readonly index: number | null;
  /** The steps charged for each iteration. */
  readonly cost: number;
}

/** A loop run for its side effects. */
function repeatLoop({ site, listSite, list, turn, item, index, cost }: LoopParts): Code {
  return (run) => {
    const items = itemsOf(run, listSite, list(run));
    if (items === null) return null;
    const { frame } = run;
    for (let row = 0; row < items.length; row += 1) {
      run.left -= cost;
      if (run.left < 0) run.exceedSteps(site);
      const value = items[row];
      // Most rows are plain records of one shape, for which the engine can do this comparison quickly.
      const isRow = typeof value === 'object' && value !== null && value.constructor === Object;
      frame[item] = isRow && Object.getPrototypeOf(value) === Object.prototype ? value : adopt(value);
      if (index !== null) frame[index] = row;
      turn(run);
      if (run.signal !== GO) {
        if (run.signal !== SKIPPED) return null;
        run.signal = GO;
      }
    }
    return null;
  };
}

/** A loop that runs its body only for items that pass the guard. */
function filterLoop({ site, listSite, list, turn, item, index, guard, guardCost, body }: LoopParts & GuardedIf): Code {
  const { first, second } = guard;
  const { weight } = body;
  const cost = 1 + guardCost;
  return (run) => {
    const items = itemsOf(run, listSite, list(run));
    if (items === null) return null;
    const { frame } = run;
    for (let row = 0; row < items.length; row += 1) {
      run.left -= cost;
      if (run.left < 0) run.exceedSteps(site);
      const value = items[row];
      const isRow = typeof value === 'object' && value !== null && value.constructor === Object;
      frame[item] = isRow && Object.getPrototypeOf(value) === Object.prototype ? value : adopt(value);
      if (index !== null) frame[index] = row;
      if (first(run) !== true || (second !== null && second(run) !== true)) continue;
      run.left -= weight;
      if (run.left < 0) run.exceedSteps(site);
      turn(run);
      if (run.signal !== GO) {
        if (run.signal !== SKIPPED) return null;
        run.signal = GO;
      }
    }
    return null;
  };
}

/** A loop that collects the values of its iterations. */
function collectLoop({ site, listSite, list, turn, item, index, cost }: LoopParts): Code {
  return (run) => {
    const items = itemsOf(run, listSite, list(run));
    const values: unknown[] = [];
    if (items === null) return values;
    const { frame } = run;
    for (let row = 0; row < items.length; row += 1) {
      run.spend(cost, site);
      frame[item] = adopt(items[row]);
      if (index !== null) frame[index] = row;
      const value = turn(run);
      if (run.signal === GO) values.push(value);
      else if (run.signal !== SKIPPED) return null;
      run.signal = GO;
      if (values.length > run.host.limits.list) run.growList(site, values.length);
    }
    return values;
  };
}

/** Whether a body may need the row number: for `index`, or for the path of a rejection. */
function needsRowNumber(body: Node): boolean {
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
function catchSkip(body: Code): Code {
  return (run) => {
    try {
      return body(run);
    } catch (stop) {
      if (stop !== SKIP) throw stop;
      run.signal = SKIPPED;
      return null;
    }
  };
}
