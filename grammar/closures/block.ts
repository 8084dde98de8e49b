import type { Run } from '../running/run.ts';
import { GO } from '../running/run.ts';
import type { Block, Script, Span, Statement } from '../syntax/tree.ts';
import { type Code, type Context, type Step, siteOf } from './code.ts';
import { constant } from './expression.ts';
import { emitStatement } from './statement.ts';
import { weightOf } from './weight.ts';

/** The statements of a block one after the other; its value is the last one's, worked out only where it is wanted. */
export function emitBlock(context: Context, block: Block | Script, isWanted: boolean): Step {
  const { statements } = block;
  const last = statements.length - 1;
  const steps = statements.map((statement, index) => emitStatement(context, statement, isWanted && index === last));
  return sequence(block, statements, steps);
}

/**
 * A body that is a single statement, without a closure of its own: what it costs is for the loop or the branch around it to
 * pay. Any other body pays for itself.
 */
export interface Body extends Step {
  readonly weight: number;
}

export function emitBody(context: Context, block: Block, isWanted: boolean): Body {
  const [statement, second] = block.statements;
  if (statement === undefined || second !== undefined) return { ...emitBlock(context, block, isWanted), weight: 0 };
  return { ...emitStatement(context, statement, isWanted), weight: weightOf(statement) };
}

/** Puts compiled statements in sequence. Where none can jump, their steps are paid at once. */
export function sequence(site: Span, statements: readonly Statement[], steps: readonly Step[]): Step {
  const jumps = steps.some((step) => step.jumps);
  const place = siteOf(site);
  const codes = steps.map(({ code }) => code);
  const weights = statements.map(weightOf);
  if (codes.length > 1 && jumps) return { code: jumping(place, codes, weights), jumps };
  const weight = weights.reduce((sum, one) => sum + one, 0);
  return { code: straight(place, codes, weight), jumps };
}

function straight(site: Span, codes: readonly Code[], weight: number): Code {
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

function jumping(site: Span, codes: readonly Code[], weights: readonly number[]): Code {
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

/** Pays for statements before they run. */
export function pay(run: Run, site: Span, steps: number): void {
  run.left -= steps;
  if (run.left < 0) run.exceedSteps(site);
}
