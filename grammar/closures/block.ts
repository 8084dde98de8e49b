import type { Run } from '../running/run.ts';
import { GO } from '../running/run.ts';
import type { Block, Script, Span, Statement } from '../syntax/tree.ts';
import { type Code, type Context, type Step, siteOf } from './code.ts';
import { constant } from './expression.ts';
import { emitStatement } from './statement.ts';
import { weightOf } from './weight.ts';

/**
 * Compiles the statements of a block in sequence. The block's value is the last statement's value, computed only if
 * `needsValue` is set.
 */
export function emitBlock(context: Context, block: Block | Script, needsValue: boolean): Step {
  const { statements } = block;
  const last = statements.length - 1;
  const steps = statements.map((statement, index) => emitStatement(context, statement, needsValue && index === last));
  return sequence(block, statements, steps);
}

/**
 * A compiled body. A single statement gets no closure of its own, so its steps are charged by the enclosing loop or
 * branch through `weight`. Any other body charges for itself and has weight 0.
 */
export interface Body extends Step {
  readonly weight: number;
}

/** Compiles the body of a loop or branch. */
export function emitBody(context: Context, block: Block, needsValue: boolean): Body {
  const [statement, second] = block.statements;
  if (statement === undefined || second !== undefined) return { ...emitBlock(context, block, needsValue), weight: 0 };
  return { ...emitStatement(context, statement, needsValue), weight: weightOf(statement) };
}

/** Combines compiled statements into one. If none of them can jump, their steps are charged at once. */
export function sequence(site: Span, statements: readonly Statement[], steps: readonly Step[]): Step {
  const jumps = steps.some((step) => step.jumps);
  const blockSite = siteOf(site);
  const codes = steps.map(({ code }) => code);
  const weights = statements.map(weightOf);
  if (codes.length > 1 && jumps) return { code: jumpingSequence(blockSite, codes, weights), jumps };
  const weight = weights.reduce((sum, one) => sum + one, 0);
  return { code: straightSequence(blockSite, codes, weight), jumps };
}

function straightSequence(site: Span, codes: readonly Code[], weight: number): Code {
  const [first, second, third] = codes;
  if (first === undefined) return constant(null);
  if (second === undefined) {
    return (run) => {
      pay(run, site, weight);
      return first(run);
    };
  }
  if (third === undefined) {
    return (run) => {
      pay(run, site, weight);
      first(run);
      return second(run);
    };
  }
  return (run) => {
    pay(run, site, weight);
    let value: unknown = null;
    for (const code of codes) value = code(run);
    return value;
  };
}

function jumpingSequence(site: Span, codes: readonly Code[], weights: readonly number[]): Code {
  return (run) => {
    let value: unknown = null;
    for (let at = 0; at < codes.length; at += 1) {
      pay(run, site, weights[at] ?? 1);
      value = codes[at]?.(run);
      if (run.signal !== GO) return null;
    }
    return value;
  };
}

/** Charges the step budget for statements before they run. Throws if the budget is exceeded. */
export function pay(run: Run, site: Span, steps: number): void {
  run.left -= steps;
  if (run.left < 0) run.exceedSteps(site);
}
