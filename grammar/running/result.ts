import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../syntax/tree.ts';
import type { TraceEntry } from './trace.ts';

/** One `reject` that was reached. */
export interface Rejection extends Span {
  /** Where the subject stands in the input; [] when that is not known. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly message: string;
  /** The label of the validate block that owns it. */
  readonly label?: string;
}

/** One validate block that was run. It passes when it recorded nothing and the blocks inside it pass. */
export interface Validation extends Span {
  readonly label?: string;
  readonly passed: boolean;
  readonly errors: readonly Rejection[];
  readonly validations: readonly Validation[];
}

export interface Stats {
  /** What the run used of its budget. */
  readonly steps: number;
}

/** What a run gives (rules-language 5). */
export interface RunResult {
  readonly status: 'passed' | 'rejected' | 'error' | 'budget';
  /** The last statement's value; of a condition, whether its widget is shown. Nothing is null. */
  readonly value: unknown;
  readonly errors: readonly Rejection[];
  readonly validations: readonly Validation[];
  /** What was printed. */
  readonly output: readonly string[];
  /** Warnings, and last what ended the run, if anything did. */
  readonly diagnostics: readonly Diagnostic[];
  readonly stats: Stats;
  readonly trace?: readonly TraceEntry[];
}
