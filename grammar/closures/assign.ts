import type { Binding } from '../analysis/binding.ts';
import type { Run } from '../running/run.ts';
import type { Assign, Span } from '../syntax/tree.ts';
import { FAILED, kindOf } from '../values/kind.ts';
import { emitOperator } from './arithmetic.ts';
import type { Code, Context } from './code.ts';
import { emit } from './expression.ts';
import type { Pair } from './pair.ts';

/** Gives a `let` variable another value; what else stands on the left was reported, and is left as it is. */
export function emitAssign(context: Context, { target, operator, value }: Assign): Code {
  const given = emit(context, value);
  const root = target.type === 'path' && target.keys.length === 0 ? target.root : null;
  const binding = root === null ? undefined : context.names.bindings.get(root);
  if (binding?.kind !== 'let') {
    return (run) => {
      given(run);
      return FAILED;
    };
  }
  const { slot } = binding;
  const next =
    operator === '='
      ? given
      : emitOperator({ symbol: ARITHMETIC[operator], from: target.from, to: target.to }, pairWith(slot, given));
  return (run) => {
    const after = next(run);
    const { frame } = run;
    const before = frame[slot];
    frame[slot] = after;
    if (typeof before !== 'number' || typeof after !== 'number') warnOfChange(run, target, binding, before, after);
    return after;
  };
}

/** What the variable held, and what is given. */
function pairWith(slot: number, given: Code): Pair {
  return {
    left: { kind: 'slot', slot },
    right: { kind: 'code' },
    leftCode: ({ frame }) => frame[slot],
    rightCode: given,
  };
}

const ARITHMETIC = { '+=': '+', '-=': '-', '*=': '*', '/=': '/' } as const;

/** A variable that holds nothing, or is emptied, has no type to change. */
function warnOfChange(run: Run, site: Span, { name }: Binding, old: unknown, now: unknown): void {
  const [before, after] = [kindOf(old), kindOf(now)];
  if (before === after || before === 'nothing' || after === 'nothing') return;
  run.produce.warn(site, 'variable-type-changed', { name: `$${name}`, before, after });
}
