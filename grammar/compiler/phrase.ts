import { compilePattern } from '../patterns/match.ts';
import { runPhrase } from '../phrases/phrases.ts';
import type { Run } from '../runtime/run.ts';
import type { PatternTest, PhraseNode, Span, Where } from '../syntax/tree.ts';
import { fromHostValue } from '../values/host-values.ts';
import { FAILED, isList, kindOf } from '../values/kind.ts';
import { type CompiledExpression, type Context, siteOf } from './code.ts';
import { emit, emitAllExpressions, emitTest } from './expression.ts';

/**
 * Compiles an operator phrase (`replace … with …`): evaluates the operands from left to right, then runs the phrase.
 */
export function emitPhrase(context: Context, { name, operands }: PhraseNode): CompiledExpression {
  const codes = emitAllExpressions(context, operands);
  const sites = operands.map(siteOf);
  return (run) =>
    runPhrase(
      run,
      name,
      sites,
      codes.map((code) => code(run)),
    );
}

/** Compiles `where`: filters a list by a condition. */
export function emitWhere(context: Context, node: Where): CompiledExpression {
  const list = emit(context, node.list);
  const slots = context.script.names.loops.get(node);
  const test = emitTest(context, node.condition);
  const site = siteOf(node.list);
  if (slots === undefined) return () => FAILED;
  return (run) => {
    const value = list(run);
    if (value === FAILED) return FAILED;
    if (!isList(value)) return run.expect(site, 'a list', kindOf(value));
    const matching: unknown[] = [];
    for (let at = 0; at < value.length; at += 1) {
      run.spend(ITEM_STEPS, site);
      const item = fromHostValue(value[at]);
      run.frame[slots.item] = item;
      run.frame[slots.index] = at;
      if (test(run) === true) matching.push(item);
    }
    return matching;
  };
}

/** Steps charged for each item in addition to its condition. */
export const ITEM_STEPS = 2;

/** Compiles `pattern` with the regular expression compiled once. */
export function emitPattern(context: Context, { text, pattern, isNegated }: PatternTest): CompiledExpression {
  const value = emit(context, text);
  const compiled = compilePattern(pattern.value);
  const site = siteOf(text);
  return (run) => testPattern(run, site, compiled, value(run)) !== isNegated;
}

/** Whether a text matches a pattern. Warns and returns false for a value that is not a text. */
export function testPattern(run: Run, site: Span, pattern: ReturnType<typeof compilePattern>, value: unknown): boolean {
  if (typeof value !== 'string') {
    if (value !== FAILED) run.expect(site, 'a text', kindOf(value));
    return false;
  }
  run.spend(Math.ceil(((value.length + 1) * pattern.size) / STATES_PER_STEP), site);
  return pattern.test(value);
}

/** How many pattern states can be compared with a character within one budget step. */
const STATES_PER_STEP = 8;
