import type { Rounding } from '../decimal/decimal.ts';
import { FAILED, type Kind } from '../values/kind.ts';
import { roundSignificant } from '../values/numbers.ts';
import { numericText } from '../values/numeric-text.ts';
import type { BuiltIn } from './built-in.ts';

const NUMBER: readonly Kind[] = ['number'];

/** Helpers for numbers (rules-language 4). */
export const NUMBER_HELPERS = {
  round: roundingHelper('To the nearest whole number, halves away from zero', 0, 'round'),
  ceil: roundingHelper('Up to a whole number', 0, 'ceil'),
  floor: roundingHelper('Down to a whole number', 0, 'floor'),
  cents: roundingHelper('To two decimals, halves away from zero', 2, 'round'),
  abs: {
    accepts: NUMBER,
    resultType: 'number',
    doc: 'Without its sign',
    run: (_run, _site, value) => (typeof value === 'number' ? Math.abs(value) : FAILED),
  },
  number: {
    accepts: ['number', 'text'],
    resultType: 'number',
    doc: 'A text such as 12.5 as a number',
    run(run, site, value) {
      if (typeof value !== 'string') return value;
      const number = numericText(run, value);
      return Number.isNaN(number) ? run.expect(site, 'a number', 'text') : number;
    },
  },
  is_number: {
    accepts: ['nothing', 'boolean', 'number', 'text', 'list', 'record', 'date', 'duration'],
    resultType: 'boolean',
    doc: 'Whether it is a number, or a text such as 12.5',
    run: (run, _site, value) =>
      typeof value === 'number' || (typeof value === 'string' && !Number.isNaN(numericText(run, value))),
  },
  thousands: formatHelper('With thousands separators, as in 12,345.6', 3, { maximumFractionDigits: 3 }),
  money: formatHelper('As US dollars, as in $12,345.00', 2, { style: 'currency', currency: 'USD' }),
} as const satisfies Record<string, BuiltIn>;

function roundingHelper(doc: string, decimals: number, rounding: Rounding): BuiltIn {
  return {
    accepts: NUMBER,
    resultType: 'number',
    doc,
    run: (run, _site, value) => (typeof value === 'number' ? roundSignificant(run, value, decimals, rounding) : FAILED),
  };
}

/** Steps charged for formatting a number. */
const FORMAT_STEPS = 8;

/** Makes a number formatting helper. The locale is fixed (spec 9), and an amount that rounds to zero has no sign. */
function formatHelper(doc: string, decimals: number, options: Intl.NumberFormatOptions): BuiltIn {
  let format: Intl.NumberFormat | undefined;
  return {
    accepts: NUMBER,
    resultType: 'text',
    doc,
    run(run, _site, value) {
      if (typeof value !== 'number') return FAILED;
      run.spend(FORMAT_STEPS);
      format ??= new Intl.NumberFormat('en-US', { ...options, signDisplay: 'negative' });
      return format.format(roundSignificant(run, value, decimals, 'round'));
    },
  };
}
