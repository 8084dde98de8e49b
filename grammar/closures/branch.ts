import type { Expression, If, Span } from '../syntax/tree.ts';
import { type Body, emitBody, pay } from './block.ts';
import { type Code, type Context, type Step, siteOf } from './code.ts';
import { constant, emitTest } from './expression.ts';
import { emitAll } from './logic.ts';

/** The first branch whose test is true; its value is the branch's, or nothing where none is. */
export function emitIf(context: Context, node: If, isWanted: boolean): Step {
  const guards = node.branches.map(({ test }) => emitGuard(context, test));
  const bodies = node.branches.map(({ body }) => emitBody(context, body, isWanted));
  const rest = node.otherwise === null ? NOTHING : emitBody(context, node.otherwise, isWanted);
  return choose(node, guards, bodies, rest);
}

/**
 * A condition as one test, or as two that must both be true: what tests it asks them itself, for a call that only calls on
 * costs as much as a comparison.
 */
export interface Guard {
  readonly first: Code;
  readonly second: Code | null;
}

export function emitGuard(context: Context, test: Expression): Guard {
  const [first, ...rest] = test.type === 'and' && !context.script.isTraced ? test.operands : [test];
  if (first === undefined || rest.length === 0) return { first: emitTest(context, test), second: null };
  return { first: emitTest(context, first), second: emitAll(rest.map((operand) => emitTest(context, operand))) };
}

export const NOTHING: Body = { code: constant(null), jumps: false, weight: 0 };

/** A choice of many branches is a loop, so that `else if` a thousand times is no deep recursion. */
export function choose(node: If, guards: readonly Guard[], bodies: readonly Body[], rest: Body): Step {
  const jumps = rest.jumps || bodies.some((body) => body.jumps);
  const [guard, second] = guards;
  const [body] = bodies;
  const site = siteOf(node);
  const isSingle = guard !== undefined && body !== undefined && second === undefined;
  return { code: isSingle ? either(site, guard, body, rest) : firstOf(site, guards, bodies, rest), jumps };
}

function either(site: Span, { first, second }: Guard, { code, weight }: Body, rest: Body): Code {
  const { code: restCode, weight: restWeight } = rest;
  return (run) => {
    if (first(run) === true && (second === null || second(run) === true)) {
      pay(run, site, weight);
      return code(run);
    }
    if (rest === NOTHING) return null;
    pay(run, site, restWeight);
    return restCode(run);
  };
}

function firstOf(site: Span, guards: readonly Guard[], bodies: readonly Body[], rest: Body): Code {
  return (run) => {
    const at = guards.findIndex(
      ({ first, second }) => first(run) === true && (second === null || second(run) === true),
    );
    const { code, weight } = bodies[at] ?? rest;
    pay(run, site, weight);
    return code(run);
  };
}
