import { type Rounding, roundTo } from '#grammar/decimal/rounding.ts';
import type { NumberInputConfig } from '../../generated/widgets.ts';
import { numberMessage, parseNumber } from '../../typed-values/parse-number.ts';
import { parsedValue, trimText } from '../../typed-values/parsed.ts';
import { isNothing, type ValueKind } from './kind.ts';

/**
 * A number, parsed from text if necessary, truncated to `precision` and clamped to its limits; by default 0, or no
 * value if the widget is empty until answered. A text that is no number stays as typed and is rejected; scripts read it
 * as nothing (design 7).
 */
export const number: ValueKind<'number_input'> = {
  holds: 'value',
  scriptType: 'number',
  isAbsent: (value) => isNothing(value) || (typeof value === 'string' && trimText(value) === ''),
  normal: (value, config) => {
    const read = toNumber(value);
    if (read !== undefined) return clamp(read, config);
    if (typeof value === 'string') return value;
    return config.emptyUntilAnswered ? undefined : clamp(0, config);
  },
  inScripts: (value) => (typeof value === 'number' ? value : undefined),
  isMissing: (value) => number.isAbsent(value),
  formatErrors: (value) => {
    if (number.isAbsent(value) || typeof value === 'number') return [];
    const parsed = typeof value === 'string' ? parseNumber(value) : undefined;
    return [parsed?.status === 'problem' ? parsed.message : numberMessage];
  },
};

export type NumberLimits = Partial<Pick<NumberInputConfig, 'minValue' | 'maxValue' | 'precision'>>;

/** Truncates a number (and the limits) to the precision and clamps it to the limits. */
export function clamp(value: number, { minValue, maxValue, precision }: NumberLimits): number {
  const cut = (number: number, rounding?: Rounding) =>
    precision === undefined ? number : truncate(number, precision, rounding);
  const cutValue = cut(value);
  const raised = minValue === undefined ? cutValue : Math.max(cut(minValue, 'ceil'), cutValue);
  // Adding 0 turns -0 into 0: JSON has only one zero, and a normal form must survive storage.
  return (maxValue === undefined ? raised : Math.min(cut(maxValue, 'floor'), raised)) + 0;
}

/** The finite number of a value or its text; undefined if it is none. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'string') return parsedValue(parseNumber(value));
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Truncates decimals beyond the precision; calculated values are rounded to 15 significant digits first. */
export const truncate = (value: number, precision: number, rounding: Rounding = 'truncate'): number =>
  roundTo(value, precision, rounding);
