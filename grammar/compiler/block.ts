import { type Run, SIGNAL_CONTINUE } from '../runtime/run.ts';
import type { Block, Script, Span, Statement } from '../syntax/tree.ts';
import { type CompiledExpression, type CompiledStatement, type Context, siteOf } from './code.ts';
import { constant } from './expression.ts';
import { emitStatement, statementSteps } from './statement.ts';

/**
 * Compiles the statements of a block in sequence. The block's value is the last statement's value, computed only if
 * `needsValue` is set.
 */
export function emitBlock(context: Context, block: Block | Script, needsValue: boolean): CompiledStatement {
  const { statements } = block;
  const last = statements.length - 1;
  const steps = statements.map((statement, index) => emitStatement(context, statement, needsValue && index === last));
  return emitSequence(block, statements, steps);
}

/**
 * A compiled body. A single statement gets no closure of its own, so its steps are charged by the enclosing loop or
 * branch through `weight`. Any other body charges for itself and has weight 0.
 */
export interface CompiledBody extends CompiledStatement {
  readonly steps: number;
}

/** Compiles the body of a loop or branch. */
export function emitBody(context: Context, block: Block, needsValue: boolean): CompiledBody {
  const [statement, second] = block.statements;
  if (statement === undefined || second !== undefined) return { ...emitBlock(context, block, needsValue), steps: 0 };
  return { ...emitStatement(context, statement, needsValue), steps: statementSteps(statement) };
}

/** Combines compiled statements into one. If none of them can jump, their steps are charged at once. */
export function emitSequence(
  site: Span,
  statements: readonly Statement[],
  steps: readonly CompiledStatement[],
): CompiledStatement {
  const canJump = steps.some((step) => step.canJump);
  const blockSite = siteOf(site);
  const codes = steps.map(({ code }) => code);
  const weights = statements.map(statementSteps);
  if (codes.length > 1 && canJump) return { code: jumpingSequence(blockSite, codes, weights), canJump };
  const weight = weights.reduce((sum, one) => sum + one, 0);
  return { code: straightSequence(blockSite, codes, weight), canJump };
}

function straightSequence(site: Span, codes: readonly CompiledExpression[], weight: number): CompiledExpression {
  const [first, second, third] = codes;
  if (first === undefined) return constant(null);
  if (second === undefined) {
    return (run) => {
      chargeSteps(run, site, weight);
      return first(run);
    };
  }
  if (third === undefined) {
    return (run) => {
      chargeSteps(run, site, weight);
      first(run);
      return second(run);
    };
  }
  return (run) => {
    chargeSteps(run, site, weight);
    let value: unknown = null;
    for (const code of codes) value = code(run);
    return value;
  };
}

function jumpingSequence(
  site: Span,
  codes: readonly CompiledExpression[],
  weights: readonly number[],
): CompiledExpression {
  return (run) => {
    let value: unknown = null;
    for (let at = 0; at < codes.length; at += 1) {
      chargeSteps(run, site, weights[at] ?? 1);
      value = codes[at]?.(run);
      if (run.signal !== SIGNAL_CONTINUE) return null;
    }
    return value;
  };
}

/** Charges the step budget for statements before they run. Throws if the budget is exceeded. */
export function chargeSteps(run: Run, site: Span, steps: number): void {
  run.stepsLeft -= steps;
  if (run.stepsLeft < 0) run.exceedSteps(site);
}
