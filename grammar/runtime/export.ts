import { Duration } from '../values/duration.ts';
import { isList, isRecord, kindOf } from '../values/kind.ts';

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
