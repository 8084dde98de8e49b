import { Duration } from '../values/duration.ts';
import { isList, isRecord, kindOf } from '../values/kind.ts';

/** How many items of lists may still leave a run, and how deep; `isExceeded` tells when that was not enough. */
export interface Allowance {
  items: number;
  readonly nesting: number;
  isExceeded: boolean;
}

/**
 * A value as results carry it: nothing is null, a duration `{ milliseconds }`, a date a Date of its own. Lists are made by
 * scripts and copied, up to the allowance; records come from the host, which knows them, and are handed back as they are.
 */
export function exportValue(value: unknown, allowance: Allowance, depth = 0): unknown {
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
