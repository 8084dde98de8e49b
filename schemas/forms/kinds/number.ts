import type { NumberInputConfig } from '../../generated/widgets.ts';
import { notNumber, parseNumber } from '../../typed-values/parse-number.ts';
import { parsedValue, trimText } from '../../typed-values/parsed.ts';
import { isNothing, type ValueKind } from './kind.ts';

/**
 * A number, read from text where it must be, with no more decimals than `precision`, within its limits; else 0. A text that
 * is no number stays as it was typed and is refused; scripts read it as nothing (design 7).
 */
export const number: ValueKind<'number_input'> = {
  holds: 'value',
  scriptType: 'number',
  isAbsent: (value) => isNothing(value) || (typeof value === 'string' && trimText(value) === ''),
  normal: (value, config) => {
    const read = numberOf(value);
    return read === undefined && typeof value === 'string' ? value : limited(read ?? 0, config);
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
  const cut = (number: number, by?: Cut) => (precision === undefined ? number : truncated(number, precision, by));
  const kept = cut(value);
  const raised = minValue === undefined ? kept : Math.max(cut(minValue, Math.ceil), kept);
  // The sum turns -0 into 0: JSON knows one zero only, and a normal form must survive being stored.
  return (maxValue === undefined ? raised : Math.min(cut(maxValue, Math.floor), raised)) + 0;
}

/** One or more steps up or down from any value; without the dust that adding decimals leaves. */
export function stepped(value: unknown, by: number, config: Limits): number {
  return limited(Number(((numberOf(value) ?? 0) + by).toFixed(10)), config);
}

/** The finite number that a value is or that its text says, else nothing. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string') return parsedValue(parseNumber(value));
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** To a whole number. */
type Cut = (number: number) => number;

/** Moves the point in the number's own digits: 0.29 * 100 is 28.999…, which would lose a cent. */
export function truncated(value: number, precision: number, cut: Cut = Math.trunc): number {
  if (Number.isInteger(value)) return value;
  const [digits, exponent = '0'] = String(value).split('e');
  const moved = cut(Number(`${digits}e${Number(exponent) + precision}`));
  // Beyond what can be shifted there are no decimals left to cut.
  return Number.isSafeInteger(moved) ? Number(`${moved}e-${precision}`) : value;
}
