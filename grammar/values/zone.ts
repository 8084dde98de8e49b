/** The calendar fields of a moment in a time zone; months are 1-based. */
export interface Fields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

/** A time zone: converts moments (milliseconds since 1970 in UTC) to calendar fields and back. */
export interface Zone {
  readonly name: string;
  fieldsOf(moment: number): Fields;
  /**
   * The moment with these fields. In an hour skipped by a clock change it returns the time one hour later; in a
   * repeated hour, the first one.
   */
  momentOf(fields: Fields): number;
}

const zones = new Map<string, Zone>();

/** Returns the time zone with an IANA name. Throws a RangeError with the name if there is no such zone. */
export function zoneOf(name = 'utc'): Zone {
  const cached = zones.get(name);
  if (cached !== undefined) return cached;
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

/**
 * Converts calendar fields in UTC to a moment. Uses setters, because Date.UTC maps the years 0 to 99 to 1900 to 1999.
 */
export function utcMoment({ year, month, day, hour, minute, second, millisecond }: Fields): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, millisecond);
}

function makeZone(name: string): Zone {
  const format = formatOf(name);
  const cache = new Map<number, number>();
  const utcOffset = (moment: number): number => {
    const minute = Math.floor(moment / MINUTE);
    const cachedOffset = cache.get(minute);
    if (cachedOffset !== undefined) return cachedOffset;
    if (cache.size >= MAX_CACHED_MINUTES) cache.clear();
    const offset = computeOffset(minute * MINUTE);
    cache.set(minute, offset);
    return offset;
  };
  const computeOffset = (moment: number): number => {
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
    fieldsOf: (moment) => utcFields(moment + utcOffset(clamp(moment))),
    momentOf: (fields) => {
      const wall = utcMoment(fields);
      // Only the offsets one day before and after can apply, because clocks do not change twice within two days.
      const early = wall - utcOffset(clamp(wall - DAY));
      const late = wall - utcOffset(clamp(wall + DAY));
      return late + utcOffset(clamp(late)) === wall && early + utcOffset(clamp(early)) !== wall ? late : early;
    },
  };
}

const DAY = 86_400_000;
const MINUTE = 60_000;
/**
 * Cache of UTC offsets by minute: computing one takes microseconds, and forms need the same few days. Clocks only
 * change at full minutes.
 */
const MAX_CACHED_MINUTES = 1000;
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
