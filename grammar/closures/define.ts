import type { Define } from '../syntax/tree.ts';
import type { Code, Context } from './code.ts';
import { constant, emit } from './expression.ts';

/** Compiles a helper of the script for its call sites. The definition itself does nothing when it is reached. */
export function emitDefine(context: Context, define: Define): Code {
  const inside: Context = { ...context, loop: null, rows: [], isInValidate: false, skips: 'throw', ends: 'throw' };
  context.script.defines.set(define, emit(inside, define.body));
  return constant(null);
}
