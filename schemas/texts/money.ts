import { toSignificant } from '#grammar/decimal/significant.ts';
import { withThousands } from './thousands.ts';

/** Formats an amount of money: $1,601.60, in US dollars by default. Anything but a number is returned as text. */
export const moneyText = (value: unknown, currency = 'USD'): string =>
  typeof value !== 'number'
    ? String(value ?? '')
    : ((currency === 'USD' ? wholeCents(value) : undefined) ?? formatOf(currency).format(toSignificant(value)));

/**
 * Formats dollars and whole cents without Intl, whose first formatter takes as long as a third of rendering a list;
 * undefined for other amounts.
 */
function wholeCents(dollars: number): string | undefined {
  const amount = Math.abs(dollars);
  const cents = Math.round(amount * 100);
  if (cents / 100 !== amount || cents >= CENTS_LIMIT) return undefined;
  const rest = String(cents % 100).padStart(2, '0');
  return `${dollars < 0 ? '-' : ''}$${withThousands(Math.floor(cents / 100))}.${rest}`;
}

/** Smaller amounts have at most 15 digits, which identify a number uniquely. */
const CENTS_LIMIT = 1e15;

/** Cache by currency: creating a formatter takes longer than using it to format money. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format = formatters.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  formatters.set(currency, format);
  return format;
}
