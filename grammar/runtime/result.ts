import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../syntax/tree.ts';
import { Duration } from '../values/duration.ts';
import { isList, isRecord, kindOf } from '../values/kind.ts';
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

/**
 * The remaining number of list items that a result may contain, and the maximum nesting. `isExceeded` is set when a
 * limit is reached.
 */
export interface ExportBudget {
  items: number;
  readonly nesting: number;
  isExceeded: boolean;
}

/**
 * Converts a value to its form in results: nothing becomes null, a duration `{ milliseconds }`, a date a copy. Lists
 * are built by scripts, so they are copied up to the allowance. Records come from the host and are returned as they
 * are.
 */
export function exportValue(value: unknown, allowance: ExportBudget, depth = 0): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value !== 'object') return typeof value === 'symbol' || value === undefined ? null : value;
  if (value instanceof Duration) return { milliseconds: value.milliseconds };
  if (value instanceof Date) return kindOf(value) === 'date' ? new Date(value) : null;
  if (isRecord(value)) return value;
  if (!isList(value)) return null;
  allowance.items -= value.length;
  if (allowance.items < 0 || depth > allowance.nesting) {
    allowance.isExceeded = true;
    return null;
  }
  return value.map((item) => exportValue(item, allowance, depth + 1));
}
