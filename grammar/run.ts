import { type Diagnostic, toDiagnostics } from './diagnostics/diagnostic.ts';
import type { Finding } from './diagnostics/finding.ts';
import { type HostHelper, type HostHelpers, hostHelpers } from './helpers/host.ts';
import type { Limits } from './limits.ts';
import type { Program } from './program.ts';
import type { Rejection, RunResult } from './runtime/result.ts';
import { BUDGET, END, Run, type RunEnvironment, RunStop, SIGNAL_CONTINUE } from './runtime/run.ts';
import type { RunOutput } from './runtime/run-output.ts';
import type { Input } from './runtime/scopes.ts';
import { Trace } from './runtime/trace.ts';
import { UTC, zoneOf } from './values/zone.ts';

/** Options of a run. */
export interface RunOptions {
  /**
   * The time of the run. Without it `now`, `today` and `ago` are undefined variables: the language has no clock of its
   * own.
   */
  readonly now?: Date;
  /**
   * Called when the script reads the time of day (`now`, `ago`, `ahead`) and not only the day, so that its result may
   * soon differ.
   */
  readonly onInstantRead?: (() => void) | undefined;
  /** An IANA time zone; UTC by default. */
  readonly zone?: string;
  /** The value of `this` and `it` outside of loops. */
  readonly this?: unknown;
  /** The value of `index` outside of loops. */
  readonly index?: number;
  /** Host helpers that override those the program was compiled with. */
  readonly helpers?: HostHelpers;
  readonly ignoreErrors?: boolean;
  readonly limits?: Partial<Limits>;
  readonly trace?: boolean;
  /**
   * The input is JSON: its objects have no prototype but that of objects and lists. Loops then need not check each row,
   * which takes a third of the time of a short one.
   */
  readonly isJson?: boolean;
}

/**
 * Runs a program in a sandbox over an input, which it never changes. Every run terminates, and script errors are
 * returned in the result, not thrown. Throws only for an unknown time zone and for host helpers with invalid names.
 */
export function run(program: Program | null, input: Input = NO_INPUT, options: RunOptions = NO_OPTIONS): RunResult {
  if (program === null || (program.hasErrors && options.ignoreErrors !== true)) return compileErrorResult(program);
  const { machine } = program;
  const host = options === NO_OPTIONS ? machine.host : hostOf(program, options);
  const state = new Run(machine.newFrame(), input, host);
  let value: unknown = null;
  let stop: RunStop | null = null;
  try {
    value = state.export(WHOLE, machine.code(host.trace !== null)(state));
  } catch (error) {
    stop = stopOf(error, state);
  }
  if (state.signal !== SIGNAL_CONTINUE) stop = END;
  const { steps } = state;
  machine.countSteps(steps);
  return stop === null && state.outputIfAny === null && host.trace === null
    ? plainResult(value, steps)
    : fullResult(program, state, value, stop);
}

const NO_INPUT: Input = {};
const NO_OPTIONS: RunOptions = {};
const WHOLE = { from: 0, to: 0 };

function hostOf(program: Program, options: RunOptions): RunEnvironment {
  const { now, zone, helpers, limits, onInstantRead = null } = options;
  return {
    now: now === undefined || Number.isNaN(now.getTime()) ? null : now,
    onInstantRead,
    zone: zone === undefined ? UTC : zoneOf(zone),
    thisValue: options.this,
    index: options.index,
    helpers: helpers === undefined ? NO_HELPERS : hostHelpers(helpers),
    limits: limits === undefined ? program.limits : { ...program.limits, ...limits },
    ignoresErrors: options.ignoreErrors === true,
    trace: options.trace === true ? new Trace() : null,
    isJson: options.isJson === true,
  };
}

const NO_HELPERS: ReadonlyMap<string, HostHelper> = new Map();

/** The result of a run with nothing but a value, which is the most common case. The empty lists are shared. */
function plainResult(value: unknown, steps: number): RunResult {
  return {
    status: 'passed',
    value,
    errors: NONE,
    validations: NONE,
    output: NONE,
    diagnostics: NONE,
    stats: { steps },
  };
}

const NONE: readonly never[] = Object.freeze([]);

function fullResult(program: Program, state: Run, value: unknown, stop: RunStop | null): RunResult {
  const { produce, host } = state;
  const { trace } = host;
  const errors = allErrors(produce);
  const isRejected = errors.length > 0;
  const hasFailed = stop !== null && stop !== END;
  const result: RunResult = {
    status: hasFailed ? stop.status : isRejected ? 'rejected' : 'passed',
    value:
      program.mode === 'condition' && !hasFailed
        ? !isRejected && (stop === END || value)
        : stop === null
          ? value
          : null,
    errors,
    validations: produce.validations,
    output: produce.output,
    diagnostics: diagnosticsOf(program, produce.findings, hasFailed),
    stats: { steps: state.steps },
  };
  return trace === null ? result : { ...result, trace: trace.entries };
}

/** The diagnostic that ended the run comes last. */
function diagnosticsOf({ source }: Program, findings: readonly Finding[], hasFailed: boolean): readonly Diagnostic[] {
  const last = hasFailed ? findings.at(-1) : undefined;
  return last === undefined ? toDiagnostics(source, findings) : toDiagnostics(source, findings.slice(0, -1), last);
}

/**
 * Maps an exception to the reason why the run stopped. A stack overflow in spite of all limits counts as exceeding one.
 */
function stopOf(error: unknown, state: Run): RunStop {
  if (error instanceof RunStop) return error;
  if (!(error instanceof RangeError)) throw error;
  state.produce.findings.push({
    code: 'nested-too-deep',
    ...WHOLE,
    args: { limit: `${state.host.limits.nesting} levels` },
  });
  return BUDGET;
}

function allErrors({ errors, suppressedCount }: RunOutput): readonly Rejection[] {
  if (suppressedCount === 0) return errors;
  const { from, to } = errors.at(-1) ?? WHOLE;
  return [...errors, { path: [], value: null, message: `… and ${suppressedCount} more`, from, to }];
}

/** The result for a program that can not run: its compile errors, of which the last one ended the run. */
function compileErrorResult(program: Program | null): RunResult {
  const diagnostics = program?.diagnostics.filter(({ severity }) => severity === 'error') ?? NONE;
  return { ...plainResult(null, 0), status: 'error', diagnostics };
}
