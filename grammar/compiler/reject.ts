import { isSubject, type Origin } from '../analysis/data-paths.ts';
import { type Run, SIGNAL_END } from '../runtime/run.ts';
import { END } from '../runtime/stop.ts';
import type { Expression, Reject } from '../syntax/tree.ts';
import { toText } from '../values/text.ts';
import { type CompiledExpression, type CompiledStatement, type Context, siteOf } from './code.ts';
import { constant, emit } from './expression.ts';

const REJECTED = 'Rejected';

/**
 * Compiles `reject`: records a rejection in the enclosing validate block, or as the result that ends the script. The
 * subject is what is before `because`, or a path, or any value but a text: a text alone is the message (rules-language
 * 2).
 */
export function emitReject(context: Context, node: Reject): CompiledStatement {
  const { subject, because } = node;
  const value = subject === null ? constant(null) : emit(context, subject);
  const message = because === null ? null : emitMessage(context, because);
  const isPath = subject !== null && isSubject(subject, context.script.origins, context.script.names);
  const pathOf = emitPathOf(context, context.script.origins.of(subject));
  const site = siteOf(node);
  const fire = (run: Run): void => {
    const subjectValue = value(run);
    const isMessage = message === null && !isPath && typeof subjectValue === 'string';
    run.produce.reject(
      {
        path: pathOf(run),
        value: isMessage ? null : run.export(site, subjectValue),
        message: (isMessage ? subjectValue : message?.(run)) || REJECTED,
        from: site.from,
        to: site.to,
      },
      run.validation,
    );
  };
  const isRecorded = context.isInValidate;
  const ends = context.endMode;
  const code: CompiledExpression = (run) => {
    fire(run);
    if (run.validation !== null) return null;
    if (ends === 'throw') throw END;
    run.signal = SIGNAL_END;
    return null;
  };
  return { code, canJump: ends === 'signal' && !isRecorded };
}

function emitMessage(context: Context, because: Expression): (run: Run) => string {
  const text = emit(context, because);
  const site = siteOf(because);
  return (run) => toText(run, site, text(run));
}

type Path = readonly (string | number)[];

/** Builds the data path of a rejection at run time from the scopes' paths and the loops' row numbers. */
function emitPathOf(context: Context, origin: Origin | null): (run: Run) => Path {
  if (origin === null) return () => NO_PATH;
  const steps = stepsOf(context, origin);
  const { input } = origin;
  return (run) => {
    const start = run.scopes.pathOf(input);
    if (start === null) return NO_PATH;
    return [...start, ...steps.map((step) => (typeof step === 'string' ? step : Number(run.frame[step.row])))];
  };
}

/** The path segments below an input name: keys, and the slots of row numbers. */
function stepsOf({ script: { names } }: Context, { segments }: Origin): (string | { row: number })[] {
  return segments.map((step) => (typeof step === 'string' ? step : { row: names.loops.get(step)?.index ?? -1 }));
}

const NO_PATH: Path = [];
