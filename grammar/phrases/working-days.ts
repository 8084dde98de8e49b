import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import { requireInRange } from '../values/arithmetic.ts';
import { CALENDAR_STEPS, dayNumber } from '../values/calendar.ts';
import { parseDate } from '../values/date-text.ts';
import { isDate, isList, kindOf, type ListValue } from '../values/kind.ts';

/**
 * Implements `working_days of [FROM, TO]`, optionally with a list of holidays: counts Monday to Friday, both ends
 * included.
 */
export function workingDays(run: Run, [site = NOWHERE]: readonly Span[], [list]: readonly unknown[]): unknown {
  if (!isList(list)) return null;
  const [from, to, holidays = []] = list;
  if (!isDate(from) || !isDate(to)) return run.expect(site, 'a list of two dates', kindOf(isDate(from) ? to : from));
  if (!isList(holidays)) return run.expect(site, 'a list of holidays', kindOf(holidays));
  const [first, last] = [dayOf(run, from), dayOf(run, to)];
  const daysOff = countHolidays(run, site, holidays, first, last);
  return daysOff === null ? null : Math.max(0, workingDaysBefore(last + 1) - workingDaysBefore(first)) - daysOff;
}

/** Counts the holidays between two days that fall on working days; null, with a warning, if an item is not a date. */
function countHolidays(run: Run, site: Span, holidays: ListValue, first: number, last: number): number | null {
  const days = new Set<number>();
  for (const holiday of holidays) {
    run.spend(CALENDAR_STEPS);
    const moment = isDate(holiday)
      ? holiday.getTime()
      : typeof holiday === 'string'
        ? parseDate(holiday, run.host.zone)
        : Number.NaN;
    if (Number.isNaN(moment)) return run.expect(site, 'a list of dates as holidays', kindOf(holiday));
    const day = dayNumber(run.host.zone.fieldsOf(moment));
    if (day >= first && day <= last && isWorkingDay(day)) days.add(day);
  }
  return days.size;
}

/**
 * Implements `working days ahead` and `ago`: the start of the day that is `count` working days after or before today.
 */
export function workingDaysFromToday(
  run: Run,
  [site = NOWHERE]: readonly Span[],
  count: unknown,
  sign: 1 | -1,
): unknown {
  const { now, zone } = run.host;
  if (typeof count !== 'number') return null;
  if (now === null) {
    const { from, to } = site;
    return run.fail({ code: 'undefined-variable', from, to, args: { name: 'today' } });
  }
  if (!Number.isInteger(count) || Math.abs(count) > MAX_DAYS)
    return run.expect(site, 'a whole number of days', 'number');
  let day = dayOf(run, now);
  const step = count < 0 ? -sign : sign;
  const weeks = Math.floor(Math.abs(count) / 5);
  // From a Saturday or Sunday, full weeks count from the working day before the first one.
  if (weeks > 0) while (!isWorkingDay(day)) day -= step;
  day += 7 * weeks * step;
  for (let remaining = Math.abs(count) - 5 * weeks; remaining > 0; ) {
    day += step;
    if (isWorkingDay(day)) remaining -= 1;
  }
  const date = new Date(day * DAY);
  const [year, month, ofMonth] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const fields = { year, month, day: ofMonth, hour: 0, minute: 0, second: 0, millisecond: 0 };
  return requireInRange(run, site, new Date(zone.momentOf(fields)));
}

const DAY = 86_400_000;
const MAX_DAYS = 5_000_000;

function dayOf(run: Run, date: Date): number {
  run.spend(CALENDAR_STEPS);
  return dayNumber(run.host.zone.fieldsOf(date.getTime()));
}

/** The weekday of a day number, 1 for Monday. Day 0 is Thursday, 1 January 1970. */
const weekdayOfNumber = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

const isWorkingDay = (day: number): boolean => weekdayOfNumber(day) <= 5;

/** The number of working days before a day, counted from a fixed Monday. */
function workingDaysBefore(day: number): number {
  const weeks = Math.floor((day + 3) / 7);
  return 5 * weeks + Math.min(5, weekdayOfNumber(day) - 1);
}

const NOWHERE: Span = { from: 0, to: 0 };
