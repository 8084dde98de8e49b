/** Formats by what they depend on: making one takes 50 times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(isMoney: boolean, decimals: number, useGrouping: boolean): Intl.NumberFormat {
  const key = `${isMoney} ${decimals} ${useGrouping}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat('en-US', {
    ...(isMoney ? { style: 'currency', currency: 'USD' } : {}),
    minimumFractionDigits: decimals,
    // More decimals than a field asks for are shown, so that a text never differs from the number that is stored.
    maximumFractionDigits: 20,
    useGrouping,
  });
  formats.set(key, made);
  return made;
}

/** Number of decimals of money without a precision of its own. */
const cents = 2;

/**
 * A number as people read it: grouped, or as money, $1,601.60, with at least `precision` decimals. What is no number stays as
 * it was typed.
 */
export function numberText(value: unknown, isMoney: boolean, precision?: number): string {
  if (typeof value !== 'number') return String(value ?? '');
  return formatOf(isMoney, precision ?? (isMoney ? cents : 0), true).format(decimal(value));
}

/** The same number in a field with focus, where groups and a currency sign would be in the way: 1601.6. */
export function editableNumber(value: unknown): string {
  return typeof value === 'number' ? formatOf(false, 0, false).format(decimal(value)) : String(value ?? '');
}

/** Without the digits beyond the 15 that a double holds of any decimal: 0.1 + 0.2 is 0.3. */
const decimal = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));
