import { Duration } from './duration.ts';
import { FAILED } from './kind.ts';

/**
 * Truthiness: false, 0, "", a zero duration and nothing are false; everything else is true, including an empty list
 * (rules-language 2).
 */
export function isTrue(value: unknown): boolean {
  if (value === true) return true;
  if (!value || value === FAILED) return false;
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'number';
  return !(value instanceof Duration) || value.milliseconds !== 0;
}
