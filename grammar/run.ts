import { toDiagnostics } from './diagnostics/diagnostic.ts';
import { type HostHelper, type HostHelpers, hostHelpers } from './helpers/host.ts';
import type { Limits } from './limits.ts';
import type { Program } from './program.ts';
import type { Rejection, RunResult } from './running/result.ts';
import { Run } from './running/run.ts';
import { type Input, Scopes } from './running/scopes.ts';
import { BUDGET, Stop } from './running/stop.ts';
import { Trace } from './running/trace.ts';
import { zoneOf } from './values/zone.ts';

export interface RunOptions {
  /** The time of the run. Without it `now`, `today` and `ago` are undefined, for the language has no clock. */
  readonly now?: Date;
  /** An IANA time zone; utc by default. */
  readonly zone?: string;
  /** What `this` and `it` are outside of loops. */
  readonly this?: unknown;
  /** What `index` is outside of loops. */
  readonly index?: number;
  /** Host helpers that take the place of those the program was compiled with. */
  readonly helpers?: HostHelpers;
  readonly ignoreErrors?: boolean;
  readonly limits?: Partial<Limits>;
  readonly trace?: boolean;
}

/**
 * Runs a program over an input, which is not changed. It always ends, and whatever the script or the input are, the answer
 * is a result and no exception. Throws for a zone that does not exist and for helpers with bad names only.
 */
export function run(program: Program | null, input: Input, options: RunOptions = {}): RunResult {
  if (program === null) return refused();
  const ignoresErrors = options.ignoreErrors === true;
  if (program.hasErrors && !ignoresErrors) return refused(program);
  const trace = options.trace === true ? new Trace() : null;
  const { now } = options;
  const state = new Run(
    program.frameSize,
    {
      scopes: new Scopes(input),
      now: now === undefined || Number.isNaN(now.getTime()) ? null : now,
      zone: zoneOf(options.zone),
      item: options.this,
      index: options.index,
      helpers: options.helpers === undefined ? NO_HELPERS : hostHelpers(options.helpers),
      limits: options.limits === undefined ? program.limits : { ...program.limits, ...options.limits },
      ignoresErrors,
    },
    trace,
  );
  return execute(program, state);
}

const NO_HELPERS: ReadonlyMap<string, HostHelper> = new Map();

function execute(program: Program, state: Run): RunResult {
  const code = program.code(state.trace !== null);
  let value: unknown = null;
  let stop: Stop | null = null;
  try {
    value = state.export(WHOLE, code(state));
  } catch (error) {
    stop = stopOf(error, state);
  }
  const errors = allErrors(state);
  const isRejected = errors.length > 0;
  const hasEnded = stop !== null || state.signal !== 0;
  const result: RunResult = {
    status: stop === null || stop.status === 'end' ? (isRejected ? 'rejected' : 'passed') : stop.status,
    value: program.mode === 'condition' ? shown(stop, isRejected, hasEnded ? true : value) : hasEnded ? null : value,
    errors,
    validations: state.validations,
    output: state.output,
    diagnostics: toDiagnostics(program.source, state.findings),
    stats: { steps: state.steps },
  };
  return state.trace === null ? result : { ...result, trace: state.trace.entries };
}

const WHOLE = { from: 0, to: 0 };

/** Whether a condition shows its widget; null when it could not tell. */
function shown(stop: Stop | null, isRejected: boolean, value: unknown): unknown {
  if (stop !== null && stop.status !== 'end') return null;
  return isRejected ? false : value;
}

/** A stack that overflowed in spite of all bounds is a budget, too. */
function stopOf(error: unknown, state: Run): Stop {
  if (error instanceof Stop) return error;
  if (!(error instanceof RangeError)) throw error;
  state.findings.push({ code: 'nested-too-deep', ...WHOLE, args: { limit: String(state.host.limits.nesting) } });
  return BUDGET;
}

function allErrors({ errors, suppressed }: Run): readonly Rejection[] {
  if (suppressed === 0) return errors;
  const { from, to } = errors.at(-1) ?? WHOLE;
  return [...errors, { path: [], value: null, message: `… and ${suppressed} more`, from, to }];
}

/** A program that can not run: its errors are the result's, and its first error is what ended the run. */
function refused(program?: Program): RunResult {
  const errors = program?.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
  return {
    status: 'error',
    value: null,
    errors: [],
    validations: [],
    output: [],
    diagnostics: errors,
    stats: { steps: 0 },
  };
}
