import { toSignificant } from '#grammar/decimal/significant.ts';
import type { NumberInputConfig } from '../generated/widgets.ts';

type NumberFormat = Partial<Pick<NumberInputConfig, 'money' | 'precision'>>;

/**
 * A number as people read it: grouped, with as many decimals as its precision says, and money as money: $1,601.60. What is no
 * number stays as it was typed.
 */
export const numberText = (value: unknown, format: NumberFormat): string =>
  typeof value === 'number' ? intlOf(format).format(toSignificant(value)) : String(value ?? '');

const formats = new Map<string, Intl.NumberFormat>();

function intlOf({ money = 'none', precision }: NumberFormat): Intl.NumberFormat {
  const key = `${money !== 'none'} ${precision}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat('en-US', money === 'none' ? plain(precision) : dollars(precision));
  formats.set(key, format);
  return format;
}

const plain = (precision = 0): Intl.NumberFormatOptions => ({
  minimumFractionDigits: precision,
  maximumFractionDigits: 20,
});

/** Cents at least; a rate may have more. */
const dollars = (precision = 2): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: Math.max(2, precision),
});
