import type { If } from '../syntax/tree.ts';
import { emitBlock } from './block.ts';
import type { Code, Context, Step, Test } from './code.ts';
import { constant, emitTest } from './expression.ts';

/** The first branch whose test is true; its value is the branch's, or nothing where none is. */
export function emitIf(context: Context, { branches, otherwise }: If, isWanted: boolean): Step {
  const tests = branches.map(({ test }) => emitTest(context, test));
  const bodies = branches.map(({ body }) => emitBlock(context, body, isWanted));
  const rest: Step =
    otherwise === null ? { code: constant(null), jumps: false } : emitBlock(context, otherwise, isWanted);
  const jumps = rest.jumps || bodies.some((body) => body.jumps);
  const codes = bodies.map(({ code }) => code);
  return { code: choose(tests, codes, rest.code), jumps };
}

/** A choice of many branches is a loop, so that `else if` a thousand times is no deep recursion. */
export function choose(tests: readonly Test[], codes: readonly Code[], rest: Code): Code {
  const [test, ...others] = tests;
  const [code] = codes;
  if (test !== undefined && code !== undefined && others.length === 0) {
    return (run) => (test(run) ? code(run) : rest(run));
  }
  return (run) => {
    for (let at = 0; at < tests.length; at += 1) {
      if (tests[at]?.(run)) return codes[at]?.(run) ?? null;
    }
    return rest(run);
  };
}
