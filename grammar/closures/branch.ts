import type { If } from '../syntax/tree.ts';
import { type Body, emitBody, pay } from './block.ts';
import type { Code, Context, Step } from './code.ts';
import { constant, emitTest } from './expression.ts';

/** The first branch whose test is true; its value is the branch's, or nothing where none is. */
export function emitIf(context: Context, node: If, isWanted: boolean): Step {
  const tests = node.branches.map(({ test }) => emitTest(context, test));
  const bodies = node.branches.map(({ body }) => emitBody(context, body, isWanted));
  const rest = node.otherwise === null ? NOTHING : emitBody(context, node.otherwise, isWanted);
  return choose(node, tests, bodies, rest);
}

const NOTHING: Body = { code: constant(null), jumps: false, weight: 0 };

/** A choice of many branches is a loop, so that `else if` a thousand times is no deep recursion. */
export function choose(node: If, tests: readonly Code[], bodies: readonly Body[], rest: Body): Step {
  const jumps = rest.jumps || bodies.some((body) => body.jumps);
  const [test, second] = tests;
  const [body] = bodies;
  const isSingle = test !== undefined && body !== undefined && second === undefined;
  return { code: isSingle ? either(node, test, body, rest) : firstOf(node, tests, bodies, rest), jumps };
}

function either(node: If, test: Code, { code, weight }: Body, rest: Body): Code {
  const { code: restCode, weight: restWeight } = rest;
  return (run) => {
    if (test(run) === true) {
      pay(run, node, weight);
      return code(run);
    }
    if (rest === NOTHING) return null;
    pay(run, node, restWeight);
    return restCode(run);
  };
}

function firstOf(node: If, tests: readonly Code[], bodies: readonly Body[], rest: Body): Code {
  return (run) => {
    const at = tests.findIndex((test) => test(run) === true);
    const { code, weight } = bodies[at] ?? rest;
    pay(run, node, weight);
    return code(run);
  };
}
