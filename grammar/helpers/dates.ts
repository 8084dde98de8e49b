import type { Unit } from '../syntax/tree.ts';
import { requireFinite } from '../values/arithmetic.ts';
import { CALENDAR_STEPS, weekdayOf, weekOf, wholeYears } from '../values/calendar.ts';
import { parseDate } from '../values/date-text.ts';
import { Duration, UNIT_MILLISECONDS } from '../values/duration.ts';
import { isDate } from '../values/kind.ts';
import { calculateNumbers } from '../values/numbers.ts';
import type { Fields } from '../values/zone.ts';
import type { BuiltIn } from './built-in.ts';

/** Helpers for dates and durations (rules-language 4). */
export const DATE_HELPERS = {
  year: unitHelper('year'),
  month: unitHelper('month'),
  day: unitHelper('day'),
  hour: unitHelper('hour'),
  minute: unitHelper('minute'),
  second: unitHelper('second'),
  weekday: dateHelper('number', 'The day of the week of a date: 1 for Monday to 7 for Sunday', weekdayOf),
  week: dateHelper('number', 'The number of the week of a date (ISO 8601): week 1 has the first Thursday', weekOf),
  month_name: dateHelper('text', 'The month of a date in words: July', ({ month }) => MONTHS[month - 1] ?? null),
  day_text: dateHelper(
    'text',
    'A date as people write it: 7/2/2024',
    ({ year, month, day }) => `${month}/${day}/${year}`,
  ),
  age: {
    accepts: ['date'],
    resultType: 'number',
    doc: 'Whole years from a date to today',
    run(run, { from, to }, value) {
      if (!isDate(value)) return null;
      const { now, zone } = run.host;
      if (now === null) return run.fail({ code: 'undefined-variable', from, to, args: { name: 'today' } });
      run.spend(2 * CALENDAR_STEPS);
      return wholeYears(zone.fieldsOf(value.getTime()), zone.fieldsOf(now.getTime()));
    },
  },
  is_date: {
    accepts: ['nothing', 'boolean', 'number', 'text', 'list', 'record', 'date', 'duration'],
    resultType: 'boolean',
    doc: 'Whether it is a date, or a text such as 2026-11-21',
    run(run, _site, value) {
      if (typeof value !== 'string') return isDate(value);
      run.spend(CALENDAR_STEPS);
      return !Number.isNaN(parseDate(value, run.host.zone));
    },
  },
  date: {
    accepts: ['date', 'text'],
    resultType: 'date',
    doc: 'A text such as 2026-11-21 as a date',
    run(run, site, value) {
      if (typeof value !== 'string') return value;
      run.spend(CALENDAR_STEPS);
      const moment = parseDate(value, run.host.zone);
      return Number.isNaN(moment) ? run.expect(site, 'a date', 'text') : new Date(moment);
    },
  },
} as const satisfies Record<string, BuiltIn>;

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
] as const;

/** Makes a helper that reads the calendar fields of a date in the run's time zone. */
function dateHelper(resultType: 'number' | 'text', doc: string, look: (fields: Fields) => unknown): BuiltIn {
  return {
    accepts: ['date'],
    resultType,
    doc,
    run(run, _site, value) {
      if (!isDate(value)) return null;
      run.spend(CALENDAR_STEPS);
      return look(run.host.zone.fieldsOf(value.getTime()));
    },
  };
}

function unitHelper(unit: Exclude<Unit, 'week'>): BuiltIn {
  return {
    accepts: ['date', 'duration'],
    resultType: 'number',
    doc: `The ${unit} of a date, or a duration in ${unit}s`,
    run(run, site, value) {
      if (value instanceof Duration)
        return requireFinite(run, site, calculateNumbers(run, '/', value.milliseconds, UNIT_MILLISECONDS[unit]));
      if (!(value instanceof Date)) return null;
      run.spend(CALENDAR_STEPS);
      return run.host.zone.fieldsOf(value.getTime())[unit];
    },
  };
}
