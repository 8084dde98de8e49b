import { toSignificant } from '#grammar/decimal/significant.ts';

/** An amount as $1,601.60; in US dollars where no currency is named. What is no number stays as it is. */
export const moneyText = (value: unknown, currency = 'USD'): string =>
  typeof value === 'number' ? formatOf(currency).format(toSignificant(value)) : String(value ?? '');

const kept = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format = kept.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  kept.set(currency, format);
  return format;
}
