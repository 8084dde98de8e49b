/** An amount as $1,601.60; in US dollars where no currency is named. What is no number stays as it is. */
export const moneyText = (value: unknown, currency = 'USD'): string =>
  typeof value === 'number' ? formatOf(currency).format(value) : String(value ?? '');

/** What the numbers among these values come to, to the cent; null where none of them is a number. */
export function sumOfMoney(values: readonly unknown[]): number | null {
  const amounts = values.filter((value) => Number.isFinite(value)).map(Number);
  return amounts.length === 0 ? null : toCents(amounts.reduce((sum, amount) => sum + amount, 0));
}

/** To the cent: adding and multiplying decimals leaves dust. The sum turns -0 into 0. */
export const toCents = (amount: number): number => Number(amount.toFixed(2)) + 0;

const kept = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format = kept.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  kept.set(currency, format);
  return format;
}
