import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../syntax/tree.ts';
import type { TraceEntry } from './trace.ts';

/** A `reject` that was reached. */
export interface Rejection extends Span {
  /** The data path of the subject in the input; [] if unknown. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly message: string;
  /** The label of the validate block that recorded it. */
  readonly label?: string;
}

/** A validate block that was run. It passes if it recorded no rejection and all nested blocks pass. */
export interface Validation extends Span {
  readonly label?: string;
  readonly passed: boolean;
  readonly errors: readonly Rejection[];
  readonly validations: readonly Validation[];
}

export interface Stats {
  /** The number of budget steps used. */
  readonly steps: number;
}

/** The result of a run (rules-language 5). */
export interface RunResult {
  readonly status: 'passed' | 'rejected' | 'error' | 'budget';
  /** The value of the last statement; for a condition, whether its widget is shown. Nothing is null. */
  readonly value: unknown;
  readonly errors: readonly Rejection[];
  readonly validations: readonly Validation[];
  /** The printed texts. */
  readonly output: readonly string[];
  /** Warnings, followed by the diagnostic that ended the run, if any. */
  readonly diagnostics: readonly Diagnostic[];
  readonly stats: Stats;
  readonly trace?: readonly TraceEntry[];
}
