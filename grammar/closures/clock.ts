import type { Run } from '../running/run.ts';
import type { Clock, Index, Span } from '../syntax/tree.ts';
import { adopt } from '../values/adopt.ts';
import { startOfDay } from '../values/calendar.ts';
import type { FAILED } from '../values/kind.ts';
import type { Code, Context } from './code.ts';

/** `now` and `today`: fixed for a run, and undefined when the host tells no time. */
export function emitClock(node: Clock): Code {
  if (node.name === 'now') return (run) => run.host.now ?? undefinedName(run, node, 'now');
  return (run) => {
    const { now, zone } = run.host;
    return now === null ? undefinedName(run, node, 'today') : new Date(startOfDay(now.getTime(), zone));
  };
}

/** The number of the row of the innermost loop; outside of loops what the host passes. */
export function emitIndex(context: Context, node: Index): Code {
  const loop = context.script.names.items.get(node);
  const slots = loop ? context.script.names.loops.get(loop) : undefined;
  if (slots !== undefined) return ({ frame }) => frame[slots.index];
  return (run) => (run.host.index === undefined ? undefinedName(run, node, 'index') : adopt(run.host.index));
}

/** Reports a name that the host did not pass. */
export function undefinedName(run: Run, { from, to }: Span, name: string): typeof FAILED {
  return run.fail({ code: 'undefined-variable', from, to, args: { name } });
}
