import { toSignificant } from '#grammar/decimal/significant.ts';
import type { NumberInputConfig } from '../generated/widgets.ts';

type NumberFormat = Partial<Pick<NumberInputConfig, 'money' | 'precision'>>;

/** Decimals of money without a precision of its own. */
const cents = 2;

/**
 * A number as people read it: grouped, with at least the decimals of its precision, and money as money: $1,601.60. What is no
 * number stays as it was typed.
 */
export function numberText(value: unknown, { money = 'none', precision }: NumberFormat): string {
  if (typeof value !== 'number') return String(value ?? '');
  const number = toSignificant(value);
  if (money === 'none') return intlOf({ decimals: precision ?? 0, isMoney: false, useGrouping: true }).format(number);
  // More decimals than cents are shown where somebody gave them, so that a text never differs from the stored number. A third of
  // a dollar has no end, and is rounded.
  const isRounded = precision === undefined && isEndless(number);
  const decimals = Math.max(cents, precision ?? 0);
  return intlOf({
    decimals: precision ?? cents,
    isMoney: true,
    useGrouping: true,
    most: isRounded ? decimals : 20,
  }).format(number);
}

/** The same number in a field with focus, where groups and a currency sign would be in the way: 1601.6. */
export function editableNumber(value: unknown): string {
  if (typeof value !== 'number') return String(value ?? '');
  return intlOf({ decimals: 0, isMoney: false, useGrouping: false }).format(toSignificant(value));
}

/** Whether a number uses up the 15 digits that a double holds of any decimal, as the result of a division does. */
const isEndless = (number: number): boolean =>
  String(number)
    .replace(/\D|e.*$/g, '')
    .replace(/^0+/, '').length >= 15;

interface IntlFormat {
  decimals: number;
  most?: number;
  isMoney: boolean;
  useGrouping: boolean;
}

/** Formats by what they depend on: making one takes 50 times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

function intlOf({ decimals, most = 20, isMoney, useGrouping }: IntlFormat): Intl.NumberFormat {
  const key = `${decimals} ${most} ${isMoney} ${useGrouping}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat('en-US', {
    ...(isMoney ? { style: 'currency', currency: 'USD' } : {}),
    minimumFractionDigits: decimals,
    maximumFractionDigits: most,
    useGrouping,
  });
  formats.set(key, made);
  return made;
}
