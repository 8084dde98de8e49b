import { toSignificant } from './significant.ts';

/** Rounding modes; `round` rounds halves away from zero. */
const ROUNDINGS = {
  round: (value) => Math.sign(value) * Math.round(Math.abs(value)),
  floor: Math.floor,
  ceil: Math.ceil,
  truncate: Math.trunc,
} as const satisfies Record<string, (value: number) => number>;

export type Rounding = keyof typeof ROUNDINGS;

/**
 * Rounds a number to at most `decimals` decimals, starting from its 15 significant digits: `100 / 3 * 3` truncates to
 * 100.
 */
export function roundTo(value: number, decimals: number, rounding: Rounding = 'round'): number {
  const significant = toSignificant(value);
  const power = 10 ** decimals;
  if (Math.round(significant * power) / power === significant || Number.isInteger(significant)) return significant;
  const rounded = ROUNDINGS[rounding](shiftPoint(significant, decimals));
  // A number that is too large to shift has no decimals to round. Adding 0 turns -0 into 0.
  return Number.isSafeInteger(rounded) ? shiftPoint(rounded, -decimals) + 0 : significant;
}

/** Moves the decimal point in the number's text. Multiplying would lose a cent: 0.29 * 100 is 28.999…. */
function shiftPoint(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** Rounds to cents, halves away from zero. */
export const toCents = (amount: number): number => roundTo(amount, 2);
