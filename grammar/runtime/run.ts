import type { Finding } from '../diagnostics/finding.ts';
import type { DiagnosticCode } from '../diagnostics/messages.ts';
import type { HostHelper } from '../helpers/host.ts';
import type { Limits } from '../limits.ts';
import type { Span } from '../syntax/tree.ts';
import { FAILED, type RecordValue } from '../values/kind.ts';
import type { Zone } from '../values/zone.ts';
import { exportValue } from './result.ts';
import { type OpenValidation, RunOutput } from './run-output.ts';
import { type Input, InputScopes, plainInput } from './scopes.ts';
import type { Trace } from './trace.ts';

/** Control flow signals from a closure to its enclosing block: continue, skip to the next item, or end the script. */
export const SIGNAL_CONTINUE = 0;
export const SIGNAL_SKIP = 1;
export const SIGNAL_END = 2;

/** The environment that the host passes to a run in addition to the input. */
export interface RunEnvironment {
  readonly now: Date | null;
  readonly onInstantRead: (() => void) | null;
  readonly zone: Zone;
  /** The values of `this`, `it` and `index` outside of loops; undefined if the host passes none. */
  readonly thisValue: unknown;
  readonly index: unknown;
  readonly helpers: ReadonlyMap<string, HostHelper>;
  readonly limits: Limits;
  readonly ignoresErrors: boolean;
  /** Records evaluated nodes; null if no trace was requested. */
  readonly trace: Trace | null;
  /** The input has plain objects only. */
  readonly isJson: boolean;
}

/**
 * The state of one run: all variables in one flat frame, and the remaining step budget. Most runs produce only a value
 * and take well under a microsecond, so everything else is created lazily.
 */
export class Run {
  readonly frame: unknown[];
  readonly host: RunEnvironment;
  /** The input if it is a single plain record, which can be read directly. */
  readonly data: RecordValue | null;
  /** The remaining steps of the budget. */
  stepsLeft: number;
  signal: number;
  /** The validate block that collects rejections; null outside of all blocks. */
  validation: OpenValidation | null;
  /** What the run has produced besides its value; null until there is something. */
  outputIfAny: RunOutput | null;
  private lazyScopes: InputScopes | null;

  constructor(frame: unknown[], input: Input, host: RunEnvironment) {
    const data = plainInput(input);
    this.frame = frame;
    this.host = host;
    this.data = data;
    this.stepsLeft = host.limits.steps;
    this.signal = SIGNAL_CONTINUE;
    this.validation = null;
    this.outputIfAny = null;
    this.lazyScopes = data === null ? new InputScopes(input) : null;
  }

  /**
   * Returns the time of the run, and reports to the host that the result depends on it. Null if the host passes no
   * time.
   */
  readInstant(): Date | null {
    this.host.onInstantRead?.();
    return this.host.now;
  }

  /** The number of steps used so far. */
  get steps(): number {
    return this.host.limits.steps - this.stepsLeft;
  }

  /** Looks up input names that can not be read directly. */
  get scopes(): InputScopes {
    this.lazyScopes ??= new InputScopes(this.data ?? {});
    return this.lazyScopes;
  }

  get produce(): RunOutput {
    this.outputIfAny ??= new RunOutput(this.host.limits);
    return this.outputIfAny;
  }

  /** Enforces the step limit: charges steps of the budget, and throws BUDGET if it is exhausted. */
  spend(steps: number, site: Span = NOWHERE): void {
    this.stepsLeft -= steps;
    if (this.stepsLeft < 0) this.exceedSteps(site);
  }

  /** Charges for reading or building this many characters. */
  spendText(length: number): void {
    if (length >= CHARACTERS_PER_STEP) this.spend(Math.floor(length / CHARACTERS_PER_STEP));
  }

  /** Checks the size limit and charges for a text before it is built. */
  growText(site: Span, length: number): void {
    const limit = this.host.limits.text;
    if (length > limit) this.exceed(site, 'output-too-large', `${limit} characters in a text`);
    this.spendText(length);
  }

  /** Checks the size limit and charges for a list before it is built. */
  growList(site: Span, length: number): void {
    const limit = this.host.limits.list;
    if (length > limit) this.exceed(site, 'output-too-large', `${limit} items in a list`);
    if (length >= ITEMS_PER_STEP) this.spend(Math.floor(length / ITEMS_PER_STEP), site);
  }

  /** Throws BUDGET for lists and records whose nesting could overflow the stack. */
  descend(site: Span, depth: number): void {
    const { nesting } = this.host.limits;
    if (depth > nesting) this.exceed(site, 'nested-too-deep', `${nesting} levels`);
  }

  exceedSteps(site: Span): never {
    return this.exceed(site, 'too-many-steps', String(this.host.limits.steps));
  }

  exceed({ from, to }: Span, code: DiagnosticCode, limit: string): never {
    this.produce.findings.push({ code, from, to, args: { limit } });
    throw BUDGET;
  }

  /** Adds the warning 'Expected …, got …' and returns nothing. */
  expect(site: Span, expected: string, got: string): null {
    this.produce.warn(site, 'type-mismatches', { expected, got });
    return null;
  }

  /** Reports a run-time error. Ends the run, or returns FAILED if errors are ignored. */
  fail(finding: Finding): typeof FAILED {
    this.produce.report(finding);
    if (!this.host.ignoresErrors) throw ERROR;
    return FAILED;
  }

  /** Converts a value for the result and charges for it. */
  export(site: Span, value: unknown): unknown {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
    if (typeof value === 'number' && value - value === 0) return value + 0;
    const { allowance } = this.produce;
    const before = allowance.items;
    const result = exportValue(value, allowance);
    this.spend(before - allowance.items, site);
    if (allowance.isExceeded) this.exceed(site, 'output-too-large', 'a result may hold');
    return result;
  }
}

const CHARACTERS_PER_STEP = 64;
/** Copying an item takes far less time than a statement, but it uses memory. */
const ITEMS_PER_STEP = 4;
const NOWHERE: Span = { from: 0, to: 0 };

/**
 * Thrown to end a run before its last statement, and only caught in run.ts. `END` means a rejection outside of validate
 * blocks or a `skip` outside of loops; for the others a diagnostic has been recorded.
 */
export class RunStop {
  constructor(readonly status: 'error' | 'budget') {}
}

/** The regular end of the script, which is not a failure. Its status is ignored. */
export const END = new RunStop('error');
const ERROR = new RunStop('error');
export const BUDGET = new RunStop('budget');

/** Thrown by a `skip` inside an expression, where it can not reach the loop by a signal. */
export const SKIP = Symbol('skip');
