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
 * A length of time. It is its milliseconds; what was written in months and years is remembered beside them, since a date
 * moves by those in the calendar (rules-language 2).
 */
export class Duration {
  constructor(
    readonly milliseconds: number,
    /** Whole calendar months within, and the milliseconds that are not part of them. */
    readonly months = 0,
    readonly rest = milliseconds,
  ) {}

  static of(amount: number, unit: Unit): Duration {
    const milliseconds = amount * UNIT_MILLISECONDS[unit];
    if (unit !== 'month' && unit !== 'year') return new Duration(milliseconds);
    const exact = unit === 'year' ? amount * 12 : amount;
    const months = Math.trunc(exact);
    return new Duration(milliseconds, months, (exact - months) * UNIT_MILLISECONDS.month);
  }

  plus(other: Duration): Duration {
    const { milliseconds, months, rest } = other;
    return new Duration(this.milliseconds + milliseconds, this.months + months, this.rest + rest);
  }

  times(factor: number): Duration {
    return this.#scaled((amount) => amount * factor);
  }

  dividedBy(divisor: number): Duration {
    return this.#scaled((amount) => amount / divisor);
  }

  /** Months stay whole: a part of one becomes days. */
  #scaled(scale: (amount: number) => number): Duration {
    const exact = scale(this.months);
    const months = Math.trunc(exact);
    const rest = scale(this.rest) + (exact - months) * UNIT_MILLISECONDS.month;
    return new Duration(scale(this.milliseconds), months, rest);
  }
}

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const satisfies readonly Unit[];

/** `1.5 day(s)`: the largest unit of at least 1, rounded to one decimal, seconds for less (rules-language 2). */
export function durationText({ milliseconds }: Duration): string {
  const size = Math.abs(milliseconds);
  const unit = UNITS.find((candidate) => size >= UNIT_MILLISECONDS[candidate]) ?? 'second';
  const tenths = Math.round((size * 10) / UNIT_MILLISECONDS[unit]);
  const sign = milliseconds < 0 && tenths > 0 ? '-' : '';
  return `${sign}${tenths / 10} ${unit}(s)`;
}
