import type { Unit } from '../syntax/tree.ts';
import { finite } from '../values/arithmetic.ts';
import { CALENDAR_STEPS } from '../values/calendar.ts';
import { parseDate } from '../values/date-text.ts';
import { Duration, UNIT_MILLISECONDS } from '../values/duration.ts';
import { calculateNumbers } from '../values/numbers.ts';
import type { BuiltIn } from './built-in.ts';

/** Helpers for dates and durations (rules-language 4). */
export const DATE_HELPERS = {
  year: part('year'),
  month: part('month'),
  day: part('day'),
  hour: part('hour'),
  minute: part('minute'),
  second: part('second'),
  date: {
    accepts: ['date', 'text'],
    gives: 'date',
    doc: 'A text such as 2026-11-21 as a date',
    run(run, site, value) {
      if (typeof value !== 'string') return value;
      run.spend(CALENDAR_STEPS);
      const moment = parseDate(value, run.host.zone);
      return Number.isNaN(moment) ? run.expect(site, 'a date', 'text') : new Date(moment);
    },
  },
} as const satisfies Record<string, BuiltIn>;

function part(unit: Exclude<Unit, 'week'>): BuiltIn {
  return {
    accepts: ['date', 'duration'],
    gives: 'number',
    doc: `The ${unit} of a date, or a duration in ${unit}s`,
    run(run, site, value) {
      if (value instanceof Duration)
        return finite(run, site, calculateNumbers(run, '/', value.milliseconds, UNIT_MILLISECONDS[unit]));
      if (!(value instanceof Date)) return null;
      run.spend(CALENDAR_STEPS);
      return run.host.zone.fieldsOf(value.getTime())[unit];
    },
  };
}
