const SIGNIFICANT = 15;
/** Numbers of whole units below it have no more than 15 digits, by which a number can be told from its neighbours. */
const UNITS_LIMIT = 1e15;

/**
 * A number as comparisons, roundings and texts see it (rules-language 2): rounded to 15 significant digits, half to even.
 * Whole numbers up to 2^53 are exact and stay as they are.
 */
export function toSignificant(value: number): number {
  if (hasFewDigits(value) || !Number.isFinite(value)) return value;
  const text = Math.abs(value).toExponential();
  const end = text.indexOf('e');
  // The digits of `d.ddde+0` begin with one before the point.
  if (end <= SIGNIFICANT + 1) return value;
  const head = Number(text.slice(0, 1) + text.slice(2, SIGNIFICANT + 1));
  const tail = Number(text.slice(SIGNIFICANT + 1, end).padEnd(2, '0'));
  const isUp = tail > 50 || (tail === 50 && head % 2 === 1);
  const rounded = Number(`${isUp ? head + 1 : head}e${Number(text.slice(end + 1)) - SIGNIFICANT + 1}`);
  // The largest number there is would round to infinity.
  return Number.isFinite(rounded) ? Math.sign(value) * rounded : value;
}

/** Whether a number is sure to stay as it is: whole or cents. Others take a look at their digits. */
export function hasFewDigits(value: number): boolean {
  if (Number.isInteger(value)) return Math.abs(value) <= 2 ** 53;
  const cents = Math.round(value * 100);
  return cents / 100 === value && Math.abs(cents) < UNITS_LIMIT;
}

/** Negative, 0 or positive as `a` is less than, equal to or greater than `b` at 15 significant digits; NaN for NaN. */
export function compareNumbers(a: number, b: number): number {
  return areClear(a, b) ? a - b || 0 : toSignificant(a) - toSignificant(b);
}

/**
 * Whether two numbers compare as they are: they are the same, or so far from each other that rounding to 15 digits, which
 * moves a number by 5e-15 of it at most, keeps their order.
 */
export const areClear = (a: number, b: number): boolean =>
  a === b || Math.abs(a - b) > (Math.abs(a) + Math.abs(b)) * 1e-14;

/** A number as the language writes it, without an exponent: `0.0000001` and `1000000000000000000000`. */
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
