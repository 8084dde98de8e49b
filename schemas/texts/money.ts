import { toSignificant } from '#grammar/decimal/significant.ts';

/** Formats an amount of money: $1,601.60, in US dollars by default. Anything but a number is returned as text. */
export const moneyText = (value: unknown, currency = 'USD'): string =>
  typeof value === 'number' ? formatOf(currency).format(toSignificant(value)) : String(value ?? '');

/** Cache by currency: creating a formatter takes longer than using it to format money. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format = formatters.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  formatters.set(currency, format);
  return format;
}
