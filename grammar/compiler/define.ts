import type { Define } from '../syntax/tree.ts';
import type { CompiledExpression, Context } from './code.ts';
import { constant, emit } from './expression.ts';

/** Compiles a helper of the script for its call sites. The definition itself does nothing when it is reached. */
export function emitDefine(context: Context, define: Define): CompiledExpression {
  const inside: Context = {
    ...context,
    loop: null,
    rows: [],
    isInValidate: false,
    skipMode: 'throw',
    endMode: 'throw',
  };
  context.script.defines.set(define, emit(inside, define.body));
  return constant(null);
}
