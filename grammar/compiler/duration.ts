import { toSignificant } from '../decimal/decimal.ts';
import type { Run } from '../runtime/run.ts';
import type { DurationLiteral, Span } from '../syntax/tree.ts';
import { durationOf, requireInRange } from '../values/arithmetic.ts';
import { Duration } from '../values/duration.ts';
import { FAILED, kindOf } from '../values/kind.ts';
import { numericText } from '../values/numeric-text.ts';
import { undefinedName } from './clock.ts';
import { type CompiledExpression, type Context, siteOf } from './code.ts';
import { constant, emit } from './expression.ts';
import { fold } from './fold.ts';

/**
 * Compiles a duration (`5 days`) or a relative date (`5 days ago`). A relative date counts from `now` in fixed lengths
 * (rules-language 2).
 */
export function emitDurationLiteral(context: Context, node: DurationLiteral): CompiledExpression {
  const duration = emitDuration(context, node);
  const { direction } = node;
  if (direction === null) return duration;
  const sign = direction === 'ago' ? -1 : 1;
  const site = siteOf(node);
  return (run) => {
    const value = duration(run);
    if (!(value instanceof Duration)) return value;
    const { now } = run.host;
    if (now === null) return undefinedName(run, site, 'now');
    return requireInRange(run, site, new Date(now.getTime() + sign * toSignificant(value.milliseconds)));
  };
}

function emitDuration(context: Context, node: DurationLiteral): CompiledExpression {
  const folded = context.script.isTraced ? undefined : fold(node.amount);
  const constantDuration = folded === undefined ? null : Duration.of(folded, node.unit);
  if (constantDuration !== null && Number.isInteger(constantDuration.milliseconds)) return constant(constantDuration);
  const amount = emit(context, node.amount);
  const { unit } = node;
  const [site, amountSite] = [siteOf(node), siteOf(node.amount)];
  return (run) => {
    const value = toNumber(run, amountSite, amount(run));
    if (typeof value !== 'number') return value;
    return durationOf(run, site, value, unit);
  };
}

function toNumber(run: Run, site: Span, value: unknown): unknown {
  if (typeof value === 'number' || value === FAILED) return value;
  const kind = kindOf(value);
  run.expect(site, 'a number', kind);
  const number = typeof value === 'string' ? numericText(run, value) : Number.NaN;
  return Number.isNaN(number) ? null : number;
}
