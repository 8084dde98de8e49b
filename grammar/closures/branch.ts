import type { Expression, If, Span } from '../syntax/tree.ts';
import { type Body, emitBody, pay } from './block.ts';
import { type Code, type Context, type Step, siteOf } from './code.ts';
import { constant, emitTest } from './expression.ts';
import { emitAll } from './logic.ts';

/**
 * Compiles an `if`: runs the first branch whose test is true. Its value is that branch's value, or nothing if no branch
 * runs.
 */
export function emitIf(context: Context, node: If, needsValue: boolean): Step {
  const guards = node.branches.map(({ test }) => emitGuard(context, test));
  const bodies = node.branches.map(({ body }) => emitBody(context, body, needsValue));
  const rest = node.otherwise === null ? NOTHING : emitBody(context, node.otherwise, needsValue);
  return choose(node, guards, bodies, rest);
}

/**
 * A condition as one test, or as two that must both be true. The caller evaluates both directly, because a closure that
 * only calls another one costs as much as a comparison.
 */
export interface Guard {
  readonly first: Code;
  readonly second: Code | null;
}

/** Compiles the condition of a branch. A traced run keeps it as a single test so that every node is recorded. */
export function emitGuard(context: Context, test: Expression): Guard {
  const [first, ...rest] = test.type === 'and' && !context.script.isTraced ? test.operands : [test];
  if (first === undefined || rest.length === 0) return { first: emitTest(context, test), second: null };
  return { first: emitTest(context, first), second: emitAll(rest.map((operand) => emitTest(context, operand))) };
}

/** The body of a missing `else`: evaluates to nothing. */
export const NOTHING: Body = { code: constant(null), jumps: false, weight: 0 };

/**
 * Combines guards and bodies into one step. Many branches become a loop, so that a thousand `else if` cause no deep
 * recursion.
 */
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
