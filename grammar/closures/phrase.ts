import { compilePattern } from '../patterns/match.ts';
import { runPhrase } from '../phrases/phrases.ts';
import type { Run } from '../running/run.ts';
import type { PatternTest, PhraseNode, Span, Where } from '../syntax/tree.ts';
import { adopt } from '../values/adopt.ts';
import { FAILED, isList, kindOf } from '../values/kind.ts';
import { type Code, type Context, siteOf } from './code.ts';
import { emit, emitEvery, emitTest } from './expression.ts';

/** Words with operands: the operands from left to right, then what the words do. */
export function emitPhrase(context: Context, { name, operands }: PhraseNode): Code {
  const codes = emitEvery(context, operands);
  const sites = operands.map(siteOf);
  return (run) =>
    runPhrase(
      run,
      name,
      sites,
      codes.map((code) => code(run)),
    );
}

/** The items of a list for which a condition is true. */
export function emitWhere(context: Context, node: Where): Code {
  const list = emit(context, node.list);
  const slots = context.script.names.loops.get(node);
  const test = emitTest(context, node.condition);
  const site = siteOf(node.list);
  if (slots === undefined) return () => FAILED;
  return (run) => {
    const value = list(run);
    if (value === FAILED) return FAILED;
    if (!isList(value)) return run.expect(site, 'a list', kindOf(value));
    const found: unknown[] = [];
    for (let at = 0; at < value.length; at += 1) {
      run.spend(ITEM_STEPS, site);
      const item = adopt(value[at]);
      run.frame[slots.item] = item;
      run.frame[slots.index] = at;
      if (test(run) === true) found.push(item);
    }
    return found;
  };
}

/** What an item costs beside its condition. */
export const ITEM_STEPS = 2;

export function emitPattern(context: Context, { text, pattern, isNegated }: PatternTest): Code {
  const value = emit(context, text);
  const compiled = compilePattern(pattern.value);
  const site = siteOf(text);
  return (run) => testPattern(run, site, compiled, value(run)) !== isNegated;
}

/** Whether a text has a pattern; false, with a warning, for anything else. */
export function testPattern(run: Run, site: Span, pattern: ReturnType<typeof compilePattern>, value: unknown): boolean {
  if (typeof value !== 'string') {
    if (value !== FAILED) run.expect(site, 'a text', kindOf(value));
    return false;
  }
  run.spend(Math.ceil(((value.length + 1) * pattern.size) / LOOKS_PER_STEP), site);
  return pattern.has(value);
}

/** How many steps of a pattern can be held against a character in the time of a step. */
const LOOKS_PER_STEP = 8;
