/** The parts of a moment on the clocks of a zone; months count from 1. */
export interface Fields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

/** How a zone turns moments (milliseconds since 1970 in utc) into the parts of its clocks and back. */
export interface Zone {
  readonly name: string;
  fieldsOf(moment: number): Fields;
  /** The moment that the fields name; in the hour that a clock skips the one after, in the doubled one the first. */
  momentOf(fields: Fields): number;
}

const zones = new Map<string, Zone>();

/** The zone of an IANA name; throws a RangeError that names it when there is none such. */
export function zoneOf(name = 'utc'): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = /^(utc|gmt|etc\/utc)$/i.test(name) ? UTC : makeZone(name);
  zones.set(name, zone);
  return zone;
}

export const UTC: Zone = { name: 'utc', fieldsOf: utcFields, momentOf: utcMoment };

function utcFields(moment: number): Fields {
  const date = new Date(moment);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
}

/** The moment when clocks in utc show these fields. Date.UTC takes the years 0 to 99 for 1900 to 1999, hence the setters. */
export function utcMoment({ year, month, day, hour, minute, second, millisecond }: Fields): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, millisecond);
}

function makeZone(name: string): Zone {
  const format = formatOf(name);
  const known = new Map<number, number>();
  const shift = (moment: number): number => {
    const minute = Math.floor(moment / MINUTE);
    const earlier = known.get(minute);
    if (earlier !== undefined) return earlier;
    if (known.size >= REMEMBERED) known.clear();
    const found = findShift(minute * MINUTE);
    known.set(minute, found);
    return found;
  };
  const findShift = (moment: number): number => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    const year = parts.get('era') === 'BC' ? 1 - number('year') : number('year');
    const fields = {
      year,
      month: number('month'),
      day: number('day'),
      hour: number('hour'),
      minute: number('minute'),
      second: number('second'),
      millisecond: 0,
    };
    return utcMoment(fields) - Math.floor(moment / 1000) * 1000;
  };
  return {
    name,
    fieldsOf: (moment) => utcFields(moment + shift(clamp(moment))),
    momentOf: (fields) => {
      const wall = utcMoment(fields);
      // The offsets a day to either side are the only two that a change of the clocks could put the answer under.
      const early = wall - shift(clamp(wall - DAY));
      const late = wall - shift(clamp(wall + DAY));
      return late + shift(clamp(late)) === wall && early + shift(clamp(early)) !== wall ? late : early;
    },
  };
}

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Asking for the clocks of a zone takes microseconds, and forms ask for the same few days; clocks change at full minutes. */
const REMEMBERED = 1000;
const LAST = 8.64e15;

function clamp(moment: number): number {
  return Number.isNaN(moment) ? 0 : Math.max(-LAST, Math.min(LAST, moment));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const numeric = 'numeric';
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
  } catch {
    throw new RangeError(`'${timeZone}' is no time zone; use 'utc' or an IANA name such as 'America/New_York'`);
  }
}
