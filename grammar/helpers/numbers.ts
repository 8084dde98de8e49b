import { FAILED, type Kind } from '../values/kind.ts';
import { numericText } from '../values/numeric.ts';
import type { BuiltIn } from './built-in.ts';

const NUMBER: readonly Kind[] = ['number'];

/** Helpers for numbers (rules-language 4). */
export const NUMBER_HELPERS = {
  round: numeric(
    'To the nearest whole number, halves away from zero',
    (value) => Math.sign(value) * Math.round(Math.abs(value)),
  ),
  ceil: numeric('Up to a whole number', Math.ceil),
  floor: numeric('Down to a whole number', Math.floor),
  number: {
    accepts: ['number', 'text'],
    gives: 'number',
    doc: 'A text such as 12.5 as a number',
    run(run, site, value) {
      if (typeof value !== 'string') return value;
      const number = numericText(run, value);
      return Number.isNaN(number) ? run.expect(site, 'a number', 'text') : number;
    },
  },
  thousands: written('With thousands separators, as in 12,345.6', { maximumFractionDigits: 3 }),
  money: written('As US dollars, as in $12,345.00', { style: 'currency', currency: 'USD' }),
} as const satisfies Record<string, BuiltIn>;

function numeric(doc: string, change: (value: number) => number): BuiltIn {
  return {
    accepts: NUMBER,
    gives: 'number',
    doc,
    run: (_run, _site, value) => (typeof value === 'number' ? change(value) : FAILED),
  };
}

/** What formatting a number costs. */
const FORMAT_STEPS = 8;

/** The locale is fixed (spec 9), and an amount that rounds to zero has no sign. */
function written(doc: string, options: Intl.NumberFormatOptions): BuiltIn {
  let format: Intl.NumberFormat | undefined;
  return {
    accepts: NUMBER,
    gives: 'text',
    doc,
    run(run, _site, value) {
      if (typeof value !== 'number') return FAILED;
      run.spend(FORMAT_STEPS);
      format ??= new Intl.NumberFormat('en-US', { ...options, signDisplay: 'negative' });
      return format.format(value);
    },
  };
}
