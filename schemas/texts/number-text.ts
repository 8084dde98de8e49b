import { toSignificant } from '#grammar/decimal/significant.ts';
import type { NumberInputConfig } from '../generated/widgets.ts';

type NumberFormat = Partial<Pick<NumberInputConfig, 'money' | 'precision'>>;

/** The decimals of money without a precision. */
const cents = 2;

/**
 * Formats a number for people: with thousands separators, at least the decimals of its precision, and money as
 * $1,601.60. Anything but a number is returned as typed.
 */
export function numberText(value: unknown, { money = 'none', precision }: NumberFormat): string {
  if (typeof value !== 'number') return String(value ?? '');
  const number = toSignificant(value);
  if (money === 'none') return intlOf({ decimals: precision ?? 0, isMoney: false, useGrouping: true }).format(number);
  // Show more decimals than cents if the number has them, so that the text never differs from the stored number. Only a
  // number with endless decimals, such as a third of a dollar, is rounded.
  const isRounded = precision === undefined && isEndless(number);
  const decimals = Math.max(cents, precision ?? 0);
  return intlOf({
    decimals: precision ?? cents,
    isMoney: true,
    useGrouping: true,
    maxDecimals: isRounded ? decimals : 20,
  }).format(number);
}

/** The number as text for a focused input, without separators and currency sign: 1601.6. */
export function editableNumber(value: unknown): string {
  if (typeof value !== 'number') return String(value ?? '');
  return intlOf({ decimals: 0, isMoney: false, useGrouping: false }).format(toSignificant(value));
}

/** Whether a number has all 15 significant digits of a double, as the result of a division does. */
const isEndless = (number: number): boolean =>
  String(number)
    .replace(/\D|e.*$/g, '')
    .replace(/^0+/, '').length >= 15;

interface IntlFormat {
  decimals: number;
  maxDecimals?: number;
  isMoney: boolean;
  useGrouping: boolean;
}

/** A cache of formatters: creating one takes 50 times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

function intlOf({ decimals, maxDecimals = 20, isMoney, useGrouping }: IntlFormat): Intl.NumberFormat {
  const key = `${decimals} ${maxDecimals} ${isMoney} ${useGrouping}`;
  const known = formats.get(key);
  if (known) return known;
  const formatter = new Intl.NumberFormat('en-US', {
    ...(isMoney ? { style: 'currency', currency: 'USD' } : {}),
    minimumFractionDigits: decimals,
    maximumFractionDigits: maxDecimals,
    useGrouping,
  });
  formats.set(key, formatter);
  return formatter;
}
