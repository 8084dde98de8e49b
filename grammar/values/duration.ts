import { add, divide, multiply, numberText, roundTo, subtract, toSignificant } from '../decimal/decimal.ts';
import type { Unit } from '../syntax/tree.ts';

export const UNIT_MILLISECONDS = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  /** 30 days (spec 9). */
  month: 2_592_000_000,
  /** 365 days (spec 9). */
  year: 31_536_000_000,
} as const satisfies Record<Unit, number>;

/**
 * A duration. Its value is its milliseconds. Months and years it was written in are stored in addition, because adding
 * them to a date moves it in the calendar (rules-language 2).
 */
export class Duration {
  constructor(
    readonly milliseconds: number,
    /** The whole calendar months, and the milliseconds without them. */
    readonly months = 0,
    readonly rest = milliseconds,
  ) {}

  static of(amount: number, unit: Unit): Duration {
    const milliseconds = multiply(amount, UNIT_MILLISECONDS[unit]);
    if (unit !== 'month' && unit !== 'year') return new Duration(milliseconds);
    return new Duration(milliseconds, ...wholeMonths(unit === 'year' ? multiply(amount, 12) : amount));
  }

  plus(other: Duration): Duration {
    const { milliseconds, months, rest } = other;
    return new Duration(add(this.milliseconds, milliseconds), this.months + months, add(this.rest, rest));
  }

  times(factor: number): Duration {
    return this.#scaleAll((amount) => multiply(amount, factor));
  }

  dividedBy(divisor: number): Duration {
    return this.#scaleAll((amount) => divide(amount, divisor));
  }

  /** Scales all amounts. Months stay whole: a fraction of a month becomes days. */
  #scaleAll(scale: (amount: number) => number): Duration {
    const [months, partOfMonth] = wholeMonths(scale(this.months));
    return new Duration(scale(this.milliseconds), months, add(scale(this.rest), partOfMonth));
  }
}

/** Splits an amount of months into whole months and the milliseconds of the fraction. */
function wholeMonths(amount: number): [months: number, rest: number] {
  const months = Math.trunc(toSignificant(amount));
  return [months, multiply(subtract(amount, months), UNIT_MILLISECONDS.month)];
}

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const satisfies readonly Unit[];

/**
 * Formats a duration as `1.5 day(s)`: the largest unit that is at least 1, rounded to one decimal; seconds for anything
 * shorter (rules-language 2). An amount that rounds up to the next unit uses that unit: 59.97 seconds are `1
 * minute(s)`.
 */
export function durationText({ milliseconds }: Duration): string {
  const size = toSignificant(Math.abs(milliseconds));
  const exact = unitOf(size);
  const rounded = multiply(amountIn(size, exact), UNIT_MILLISECONDS[exact]);
  const unit = unitOf(Math.max(size, rounded));
  const amount = amountIn(size, unit);
  const sign = milliseconds < 0 && amount > 0 ? '-' : '';
  return `${sign}${numberText(amount)} ${unit}(s)`;
}

const unitOf = (size: number): Unit => UNITS.find((candidate) => size >= UNIT_MILLISECONDS[candidate]) ?? 'second';

const amountIn = (size: number, unit: Unit): number => roundTo(divide(size, UNIT_MILLISECONDS[unit]), 1);
