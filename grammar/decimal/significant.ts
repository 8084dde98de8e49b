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

/** Formats a number without an exponent, as the language writes it: `0.0000001` and `1000000000000000000000`. */
export function numberText(value: number): string {
  const text = String(value);
  const [digits = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const sign = digits.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const all = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`;
  return sign + all.padEnd(point, '0');
}
