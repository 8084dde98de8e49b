import { add } from '#grammar/decimal/decimal.ts';
import { clamp, type NumberLimits, toNumber } from './number.ts';

/** Changes a number by a number of steps, within its limits (spin buttons). */
export function stepValue(value: unknown, by: number, config: NumberLimits): number {
  return clamp(add(toNumber(value) ?? 0, by), config);
}
