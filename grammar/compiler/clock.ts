import type { Run } from '../runtime/run.ts';
import type { Clock, Index, Span } from '../syntax/tree.ts';
import { startOfDay } from '../values/calendar.ts';
import { fromHostValue } from '../values/host-values.ts';
import type { FAILED } from '../values/kind.ts';
import type { CompiledExpression, Context } from './code.ts';

/** Compiles `now` and `today`. Both are fixed for a run, and undefined if the host passes no time. */
export function emitClock(node: Clock): CompiledExpression {
  if (node.name === 'now') return (run) => run.host.now ?? undefinedName(run, node, 'now');
  return (run) => {
    const { now, zone } = run.host;
    return now === null ? undefinedName(run, node, 'today') : new Date(startOfDay(now.getTime(), zone));
  };
}

/** Compiles `index`: the row number of the innermost loop, or the value that the host passes outside of loops. */
export function emitIndex(context: Context, node: Index): CompiledExpression {
  const loop = context.script.names.items.get(node);
  const slots = loop ? context.script.names.loops.get(loop) : undefined;
  if (slots !== undefined) return ({ frame }) => frame[slots.index];
  return (run) => (run.host.index === undefined ? undefinedName(run, node, 'index') : fromHostValue(run.host.index));
}

/** Reports a name whose value the host did not pass, as an undefined variable. */
export function undefinedName(run: Run, { from, to }: Span, name: string): typeof FAILED {
  return run.fail({ code: 'undefined-variable', from, to, args: { name } });
}
