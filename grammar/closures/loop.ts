import { GO, type Run, SKIPPED } from '../running/run.ts';
import { SKIP } from '../running/stop.ts';
import type { Each } from '../syntax/tree.ts';
import { adopt } from '../values/adopt.ts';
import { FAILED, isList, kindOf, type ListValue } from '../values/kind.ts';
import { emitBody } from './block.ts';
import type { Code, Context, LoopContext, Step } from './code.ts';
import { emit } from './expression.ts';

/** A loop over the items of a list; its value, where wanted, is the list of the bodies' values, without the skipped. */
export function emitEach(context: Context, node: Each, isWanted: boolean): Step {
  const list = emit(context, node.list);
  const slots = context.names.loops.get(node);
  if (slots === undefined) return { code: () => FAILED, jumps: false };
  const loop: LoopContext = { catches: false };
  const rows = [...context.rows, slots.index];
  const body = emitBody({ ...context, loop, rows, skips: 'signal' }, node.body, isWanted);
  const cost = 1 + body.weight;
  const turn = loop.catches ? catching(body.code) : body.code;
  const { item, index } = slots;
  const code: Code = (run) => {
    const items = itemsOf(run, node, list(run));
    if (items === null) return isWanted ? [] : null;
    const values: unknown[] = [];
    const { frame, stepLimit } = run;
    for (let row = 0; row < items.length; row += 1) {
      run.steps += cost;
      if (run.steps > stepLimit) run.exceedSteps(node);
      frame[item] = adopt(items[row]);
      frame[index] = row;
      const value = turn(run);
      if (run.signal !== GO) {
        if (run.signal !== SKIPPED) return null;
        run.signal = GO;
      } else if (isWanted) {
        values.push(value);
        if (values.length > run.host.limits.list) run.growList(node, values.length);
      }
    }
    return isWanted ? values : null;
  };
  return { code, jumps: body.jumps && context.ends === 'signal' };
}

/** A loop over nothing runs not at all, with a warning; over anything else than a list it is an error. */
function itemsOf(run: Run, { list }: Each, value: unknown): ListValue | null {
  if (isList(value)) return value;
  if (value === FAILED) return null;
  const got = kindOf(value);
  if (got === 'nothing') run.expect(list, 'a list', got);
  else run.fail({ code: 'not-iterable', from: list.from, to: list.to, args: { got } });
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
