import { SIGNAL_END, SIGNAL_SKIP } from '../runtime/run.ts';
import { END, SKIP } from '../runtime/stop.ts';
import type { Print } from '../syntax/tree.ts';
import { toText } from '../values/text.ts';
import { type CompiledExpression, type CompiledStatement, type Context, siteOf } from './code.ts';
import { emit } from './expression.ts';

/** Compiles `skip`: continues with the next item. Outside of loops it ends the script without failing. */
export function emitSkip(context: Context): CompiledStatement {
  const { loop } = context;
  if (loop === null) return emitEnd(context);
  if (context.skipMode === 'signal') {
    return {
      canJump: true,
      code: (run) => {
        run.signal = SIGNAL_SKIP;
        return null;
      },
    };
  }
  loop.needsCatch = true;
  return {
    canJump: false,
    code: () => {
      throw SKIP;
    },
  };
}

/** A step that ends the script. */
export function emitEnd(context: Context): CompiledStatement {
  if (context.endMode === 'throw') return { canJump: false, code: throwEnd };
  return {
    canJump: true,
    code: (run) => {
      run.signal = SIGNAL_END;
      return null;
    },
  };
}

function throwEnd(): never {
  throw END;
}

/** Compiles `print`: appends the value as text to the output. */
export function emitPrint(context: Context, node: Print): CompiledExpression {
  const value = emit(context, node.value);
  const [site, valueSite] = [siteOf(node), siteOf(node.value)];
  return (run) => {
    run.produce.print(site, toText(run, valueSite, value(run)));
    return null;
  };
}
