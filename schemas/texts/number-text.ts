import { toSignificant } from '#grammar/decimal/significant.ts';

const written = {
  none: new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 }),
  money: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }),
};

/** A number as people read it: grouped, or as money, $1,601.60. What is no number stays as it was typed. */
export const numberText = (value: unknown, isMoney: boolean): string =>
  typeof value === 'number' ? written[isMoney ? 'money' : 'none'].format(toSignificant(value)) : String(value ?? '');
