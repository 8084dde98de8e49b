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

/** A loop over the items of a list; its value, where wanted, is the list of the bodies' values, without the skipped. */
export function emitEach(context: Context, node: Each, isWanted: boolean): Step {
  const list = emit(context, node.list);
  const slots = context.script.names.loops.get(node);
  if (slots === undefined) return { code: () => FAILED, jumps: false };
  const loop: LoopContext = { catches: false };
  const rows = [...context.rows, slots.index];
  const inside: Context = { ...context, loop, rows, skips: 'signal' };
  const filter = isWanted ? null : guardedBody(inside, node.body);
  // A `skip` inside of the condition is caught around the whole body only.
  const guarded = loop.catches ? null : filter;
  const body = guarded?.body ?? emitBody(inside, node.body, isWanted);
  const parts: LoopParts = {
    site: siteOf(node),
    listSite: siteOf(node.list),
    list,
    turn: loop.catches ? catching(body.code) : body.code,
    item: slots.item,
    index: context.script.isTraced || asksForRow(node.body) ? slots.index : null,
    cost: 1 + body.weight,
  };
  const code = isWanted ? collecting(parts) : guarded === null ? repeating(parts) : filtering({ ...parts, ...guarded });
  return { code, jumps: body.jumps && context.ends === 'signal' };
}

/** A body that is one `if` without `else`: the loop asks its condition without a detour. */
function guardedBody(context: Context, { statements }: Block): Guarded | null {
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

interface Guarded {
  readonly guard: Guard;
  /** The steps of asking. */
  readonly guardCost: number;
  readonly body: Body;
}

interface LoopParts {
  readonly site: Span;
  readonly listSite: Span;
  readonly list: Code;
  readonly turn: Code;
  readonly item: number;
  /** Where the number of the row is kept; null where nobody asks for it. */
  readonly index: number | null;
  /** The steps of each turn. */
  readonly cost: number;
}

/** A loop for what it does. */
function repeating({ site, listSite, list, turn, item, index, cost }: LoopParts): Code {
  return (run) => {
    const items = itemsOf(run, listSite, list(run));
    if (items === null) return null;
    const { frame } = run;
    for (let row = 0; row < items.length; row += 1) {
      run.left -= cost;
      if (run.left < 0) run.exceedSteps(site);
      const value = items[row];
      // Most rows are plain records of one shape, for which the engine makes this one comparison.
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

/** A loop that does something for some of its items. */
function filtering({ site, listSite, list, turn, item, index, guard, guardCost, body }: LoopParts & Guarded): Code {
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

/** A loop for the values of its turns. */
function collecting({ site, listSite, list, turn, item, index, cost }: LoopParts): Code {
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

/** Whether a body may need the number of its row: for `index`, or for the path of a rejection. */
function asksForRow(body: Node): boolean {
  let asks = false;
  walk(body, ({ type }) => {
    if (type === 'index' || type === 'reject') asks = true;
  });
  return asks;
}

/** A loop over nothing runs not at all, with a warning; over anything else than a list it is an error. */
function itemsOf(run: Run, site: Span, value: unknown): ListValue | null {
  if (isList(value)) return value;
  if (value === FAILED) return null;
  const got = kindOf(value);
  if (got === 'nothing') run.expect(site, 'a list', got);
  else run.fail({ code: 'not-iterable', from: site.from, to: site.to, args: { got } });
  return null;
}

/** A body with a `skip` inside of an expression. */
function catching(body: Code): Code {
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
