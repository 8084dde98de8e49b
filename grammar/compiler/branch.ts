import type { Expression, If, Span } from '../syntax/tree.ts';
import { type CompiledBody, chargeSteps, emitBody } from './block.ts';
import { type CompiledExpression, type CompiledStatement, type Context, siteOf } from './code.ts';
import { constant, emitTest } from './expression.ts';
import { emitAll } from './logic.ts';

/**
 * Compiles an `if`: runs the first branch whose test is true. Its value is that branch's value, or nothing if no branch
 * runs.
 */
export function emitIf(context: Context, node: If, needsValue: boolean): CompiledStatement {
  const guards = node.branches.map(({ test }) => emitGuard(context, test));
  const bodies = node.branches.map(({ body }) => emitBody(context, body, needsValue));
  const rest = node.otherwise === null ? EMPTY_BODY : emitBody(context, node.otherwise, needsValue);
  return emitChoice(node, guards, bodies, rest);
}

/**
 * A condition as one test, or as two that must both be true. The caller evaluates both directly, because a closure that
 * only calls another one costs as much as a comparison.
 */
export interface Guard {
  readonly first: CompiledExpression;
  readonly second: CompiledExpression | null;
}

/** Compiles the condition of a branch. A traced run keeps it as a single test so that every node is recorded. */
export function emitGuard(context: Context, test: Expression): Guard {
  const [first, ...rest] = test.type === 'and' && !context.script.isTraced ? test.operands : [test];
  if (first === undefined || rest.length === 0) return { first: emitTest(context, test), second: null };
  return { first: emitTest(context, first), second: emitAll(rest.map((operand) => emitTest(context, operand))) };
}

/** The body of a missing `else`: evaluates to nothing. */
const EMPTY_BODY: CompiledBody = { code: constant(null), canJump: false, steps: 0 };

/**
 * Combines guards and bodies into one step. Many branches become a loop, so that a thousand `else if` cause no deep
 * recursion.
 */
export function emitChoice(
  node: If,
  guards: readonly Guard[],
  bodies: readonly CompiledBody[],
  rest: CompiledBody,
): CompiledStatement {
  const canJump = rest.canJump || bodies.some((body) => body.canJump);
  const [guard, second] = guards;
  const [body] = bodies;
  const site = siteOf(node);
  const isSingle = guard !== undefined && body !== undefined && second === undefined;
  return { code: isSingle ? either(site, guard, body, rest) : firstOf(site, guards, bodies, rest), canJump };
}

function either(
  site: Span,
  { first, second }: Guard,
  { code, steps }: CompiledBody,
  rest: CompiledBody,
): CompiledExpression {
  const { code: restCode, steps: restWeight } = rest;
  return (run) => {
    if (first(run) === true && (second === null || second(run) === true)) {
      chargeSteps(run, site, steps);
      return code(run);
    }
    if (rest === EMPTY_BODY) return null;
    chargeSteps(run, site, restWeight);
    return restCode(run);
  };
}

function firstOf(
  site: Span,
  guards: readonly Guard[],
  bodies: readonly CompiledBody[],
  rest: CompiledBody,
): CompiledExpression {
  return (run) => {
    const at = guards.findIndex(
      ({ first, second }) => first(run) === true && (second === null || second(run) === true),
    );
    const { code, steps } = bodies[at] ?? rest;
    chargeSteps(run, site, steps);
    return code(run);
  };
}
