import { add, type Rounding, roundTo } from '#grammar/decimal/decimal.ts';
import type { NumberInputConfig } from '../../generated/widgets.ts';
import { notNumber, parseNumber } from '../../typed-values/parse-number.ts';
import { parsedValue, trimText } from '../../typed-values/parsed.ts';
import { isNothing, type ValueKind } from './kind.ts';

/**
 * A number, read from text where it must be, with no more decimals than `precision`, within its limits; else 0, or nothing
 * in a widget that is empty until answered. A text that is no number stays as it was typed and is refused; scripts read it
 * as nothing (design 7).
 */
export const number: ValueKind<'number_input'> = {
  holds: 'value',
  scriptType: 'number',
  isAbsent: (value) => isNothing(value) || (typeof value === 'string' && trimText(value) === ''),
  normal: (value, config) => {
    const read = numberOf(value);
    if (read !== undefined) return limited(read, config);
    if (typeof value === 'string') return value;
    return config.emptyUntilAnswered ? undefined : limited(0, config);
  },
  inScripts: (value) => (typeof value === 'number' ? value : undefined),
  isMissing: (value) => number.isAbsent(value),
  misfits: (value) => {
    if (number.isAbsent(value) || typeof value === 'number') return [];
    const parsed = typeof value === 'string' ? parseNumber(value) : undefined;
    return [parsed?.status === 'problem' ? parsed.message : notNumber];
  },
};

type Limits = Partial<Pick<NumberInputConfig, 'minValue' | 'maxValue' | 'precision'>>;

/** A number as a field may hold it: decimals beyond the precision are cut off, those of its limits too, and it lies within them. */
export function limited(value: number, { minValue, maxValue, precision }: Limits): number {
  const cut = (number: number, rounding?: Rounding) =>
    precision === undefined ? number : truncated(number, precision, rounding);
  const kept = cut(value);
  const raised = minValue === undefined ? kept : Math.max(cut(minValue, 'ceil'), kept);
  // The sum turns -0 into 0: JSON knows one zero only, and a normal form must survive being stored.
  return (maxValue === undefined ? raised : Math.min(cut(maxValue, 'floor'), raised)) + 0;
}

/** One or more steps up or down from any value. */
export function stepped(value: unknown, by: number, config: Limits): number {
  return limited(add(numberOf(value) ?? 0, by), config);
}

/** The finite number that a value is or that its text says, else nothing. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string') return parsedValue(parseNumber(value));
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Decimals beyond the precision are cut off; what is calculated is rounded to 15 significant digits first. */
export const truncated = (value: number, precision: number, rounding: Rounding = 'truncate'): number =>
  roundTo(value, precision, rounding);
