const SIGNIFICANT = 15;
/** Numbers below this many units have at most 15 digits, which identify a number uniquely. */
const UNITS_LIMIT = 1e15;

/**
 * Rounds a number to 15 significant digits, half to even. Comparisons, rounding and text output use this value
 * (rules-language 2). Integers up to 2^53 are exact and unchanged.
 */
export function toSignificant(value: number): number {
  if (hasFewDigits(value) || !Number.isFinite(value)) return value;
  const text = Math.abs(value).toExponential();
  const end = text.indexOf('e');
  // The digits of `d.ddde+0` start with one digit before the point.
  if (end <= SIGNIFICANT + 1) return value;
  const head = Number(text.slice(0, 1) + text.slice(2, SIGNIFICANT + 1));
  const tail = Number(text.slice(SIGNIFICANT + 1, end).padEnd(2, '0'));
  const isUp = tail > 50 || (tail === 50 && head % 2 === 1);
  const rounded = Number(`${isUp ? head + 1 : head}e${Number(text.slice(end + 1)) - SIGNIFICANT + 1}`);
  // Rounding the largest number would give infinity.
  return Number.isFinite(rounded) ? Math.sign(value) * rounded : value;
}

/** Fast check for integers and cents, which rounding never changes. Other numbers need a look at their digits. */
export function hasFewDigits(value: number): boolean {
  if (Number.isInteger(value)) return Math.abs(value) <= 2 ** 53;
  const cents = Math.round(value * 100);
  return cents / 100 === value && Math.abs(cents) < UNITS_LIMIT;
}
