import { ENDED, SKIPPED } from '../running/run.ts';
import { END, SKIP } from '../running/stop.ts';
import type { Print } from '../syntax/tree.ts';
import { toText } from '../values/text.ts';
import { type Code, type Context, type Step, siteOf } from './code.ts';
import { emit } from './expression.ts';

/** Compiles `skip`: continues with the next item. Outside of loops it ends the script without failing. */
export function emitSkip(context: Context): Step {
  const { loop } = context;
  if (loop === null) return endStep(context);
  if (context.skips === 'signal') {
    return {
      jumps: true,
      code: (run) => {
        run.signal = SKIPPED;
        return null;
      },
    };
  }
  loop.catches = true;
  return {
    jumps: false,
    code: () => {
      throw SKIP;
    },
  };
}

/** A step that ends the script. */
export function endStep(context: Context): Step {
  if (context.ends === 'throw') return { jumps: false, code: throwEnd };
  return {
    jumps: true,
    code: (run) => {
      run.signal = ENDED;
      return null;
    },
  };
}

function throwEnd(): never {
  throw END;
}

/** Compiles `print`: appends the value as text to the output. */
export function emitPrint(context: Context, node: Print): Code {
  const value = emit(context, node.value);
  const [site, valueSite] = [siteOf(node), siteOf(node.value)];
  return (run) => {
    run.produce.print(site, toText(run, valueSite, value(run)));
    return null;
  };
}
