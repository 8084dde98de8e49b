import { toSignificant } from './significant.ts';

/** Compares at 15 significant digits. Returns a negative number, 0 or a positive number, or NaN for NaN. */
export function compareNumbers(a: number, b: number): number {
  return canCompareDirectly(a, b) ? a - b || 0 : toSignificant(a) - toSignificant(b);
}

/**
 * Whether two numbers can be compared directly: they are identical, or so far apart that rounding to 15 digits, which
 * changes a number by at most 5e-15 of its value, keeps their order.
 */
export const canCompareDirectly = (a: number, b: number): boolean =>
  a === b || Math.abs(a - b) > (Math.abs(a) + Math.abs(b)) * 1e-14;
