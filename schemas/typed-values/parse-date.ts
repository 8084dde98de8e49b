import { clockOf, clockText, timeMessage } from './parse-time.ts';
import { emptyResult, type ParseResult, parsedValue, problemResult, trimText } from './parsed.ts';

/** Options of the date parser. Fields pass `today`; the other options are set by imports or by a field's config. */
export interface DateOptions {
  /** The reference for two-digit years, missing years and relative dates: '2026-11-25'. */
  today: string;
  /** The first accepted year; 1900 unless a widget has its own `minYear`. */
  minYear?: number | undefined;
  /** The order of day and month in 3/4/2026; month first by default. */
  order?: 'MDY' | 'DMY' | undefined;
  /** Rejects dates without a year, such as 'Mar 31'. */
  isYearRequired?: boolean | undefined;
  /** Accepts Excel's serial dates (days since 1900). */
  isSerialAccepted?: boolean | undefined;
  /** Accepts 't' and 'today', and '+7' and '-7' for days relative to today. */
  isRelativeAccepted?: boolean | undefined;
}

export const dateMessage = 'Must be a date, such as 3/31/2026';
const incompleteDate = 'This date is incomplete';

/** The first accepted year, unless a field has its own (design 7, "Typed values"). */
export const defaultMinYear = 1900;
const maxLength = 60;
const monthsEachWay = 6;
const yearsAhead = 20;

interface Day {
  year: number;
  month: number;
  day: number;
}

/**
 * Parses a date as people write it: ISO, 2026/03/31, 3/31/2026, 3/31/26, 31-Mar-26, March 31, 2026, Mar 31. The value
 * is '2026-03-31', the canonical text 3/31/2026. A two-digit year is put between 80 years ago and 20 years ahead, a
 * missing year so that the date is within 6 months of today. Problems: incomplete dates, dates that do not exist, years
 * before `minYear`.
 */
export function parseDate(text: string, options: DateOptions): ParseResult<string> {
  const [, year, month = '', date = ''] = isoDay.exec(text) ?? [];
  // Fast path for ISO dates: imports and filters parse millions of them, and the general parser is several times
  // slower.
  if (year !== undefined) return asIso(checkedDay({ year, month, day: date }, options));
  // Other programs write a date as midnight.
  const [, dayText = text, clock] = withTime.exec(trimText(text.slice(0, maxLength))) ?? [];
  const isMidnight = clock !== undefined && /^00:00(?::00(?:\.0+)?)?$/.test(clockOf(clock) ?? '');
  return asIso(parseDay(isMidnight ? dayText : text, options));
}

const isoDay = /^(\d{4})-(\d\d)-(\d\d)$/;
const asIso = (day: ParseResult<Day>): ParseResult<string> =>
  day.status === 'value' ? { ...day, value: isoOf(day.value) } : day;

/** Whether a text is a stored calendar date such as 2026-01-31, in an accepted year. */
export const isDay = (text: string): boolean =>
  // A text with a full year does not depend on today.
  parsedValue(parseDate(text, { today: '2000-01-01' })) === text;

/**
 * Parses a month (3/2026, 2026-03, March 2026) or any date in it as the first day of the month (design 7, includeDay
 * false).
 */
export function parseMonth(text: string, options: DateOptions): ParseResult<string> {
  const tokens = tokensOf(text)?.map((token) => String(indexIn(months, token) || token)) ?? [];
  const year = tokens.find((token) => /^\d{4}$/.test(token));
  const month = tokens.find((token) => /^\d{1,2}$/.test(token));
  const isMonth = tokens.length === 2 && year !== undefined && month !== undefined;
  const day = isMonth ? checkedDay({ year, month, day: '1' }, options) : parseDay(text, options);
  if (day.status !== 'value') return day;
  const start = { ...day.value, day: 1 };
  return { status: 'value', value: isoOf(start), text: `${monthName(start.month)} ${start.year}` };
}

/**
 * Parses a date with a time in UTC (3/31/2026 8:30 PM, 2026-03-31T08:30, optionally with seconds and an offset) as
 * '2026-03-31T20:30:00.000Z'. A date without a time stays a date, '2026-03-31'.
 */
export function parseDateTime(text: string, options: DateOptions): ParseResult<string> {
  const trimmed = trimText(text);
  const [, dayText = '', timeText = '', zone] = withTime.exec(trimmed.slice(0, maxLength)) ?? [];
  if (timeText === '') return parseDate(trimmed, options);
  const day = parseDate(dayText, options);
  if (day.status !== 'value') return day;
  const clock = clockOf(timeText);
  if (!clock) return problemResult(timeMessage);
  const moment = Date.parse(`${day.value}T${clock}${offsetOf(zone)}`);
  if (Number.isNaN(moment)) return problemResult(timeMessage);
  const value = new Date(moment).toISOString();
  return { status: 'value', value, text: `${textOf(value.slice(0, 10))} ${clockText(value.slice(11, 16))}` };
}

/** A date, then a blank or T, then something with a colon, am or pm. */
const withTime =
  /^(.+?)(?:T|,?\s+(?:at\s+)?)(\d{1,2}(?::\d{0,2}){1,2}(?:\.\d{1,9})?(?:\s*[ap]\.?m?\.?)?|\d{1,2}\s*[ap]\.?m\.?)\s*(Z|[+-]\d{2}:?\d{2})?$/i;

const offsetOf = (zone: string | undefined): string =>
  zone === undefined || /^z$/i.test(zone) ? 'Z' : zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;

const months = 'january february march april may june july august september october november december'.split(' ');
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** The position (from 1) of the name that a prefix of at least three letters matches; 0 if none. */
const indexIn = (all: readonly string[], word: string): number =>
  word.length < 3 ? 0 : all.findIndex((name) => name.startsWith(word) || (name === 'september' && word === 'sept')) + 1;

/** Tokenizes a date into numbers and month names, without separators and weekday; undefined if it has other parts. */
function tokensOf(text: string): string[] | undefined {
  const trimmed = trimText(text).toLowerCase();
  if (trimmed.length > maxLength || !/^[\p{L}\d][\p{L}\d\s,./-]*$/u.test(trimmed)) return undefined;
  const tokens = trimmed.match(/\d+|\p{L}+/gu) ?? [];
  const withoutOrdinals = tokens.filter(
    (token, index) => !(/^(?:st|nd|rd|th)$/.test(token) && /^\d{1,2}$/.test(tokens[index - 1] ?? '')),
  );
  const [first = ''] = withoutOrdinals;
  return indexIn(weekdays, first) > 0 && withoutOrdinals.length > 1 ? withoutOrdinals.slice(1) : withoutOrdinals;
}

type Parts = { year?: string | undefined; month: string; day: string };

function parseDay(text: string, options: DateOptions): ParseResult<Day> {
  const trimmed = trimText(text);
  if (trimmed === '') return emptyResult;
  const relative = options.isRelativeAccepted ? relativeDay(trimmed, options.today) : undefined;
  if (relative) return relative;
  const serial = options.isSerialAccepted ? serialDay(trimmed) : undefined;
  if (serial) return serial;
  const tokens = tokensOf(trimmed);
  if (!tokens || tokens.length > 3) return problemResult(dateMessage);
  const parts = partsOf(tokens, options.order ?? 'MDY');
  if (parts === 'incomplete') return problemResult(incompleteDate);
  if (!parts) return problemResult(dateMessage);
  // A trailing separator means that the date is incomplete, as in 3/31/.
  if (parts.year === undefined && /[/.-]$/.test(trimmed)) return problemResult(incompleteDate);
  return checkedDay(parts, options);
}

/** Assigns the tokens to year, month and day. */
function partsOf(tokens: string[], order: 'MDY' | 'DMY'): Parts | 'incomplete' | undefined {
  const monthIndex = tokens.findIndex((token) => indexIn(months, token) > 0);
  if (monthIndex < 0 && tokens.some((token) => !/^\d+$/.test(token))) return undefined;
  if (monthIndex >= 0) {
    const [first = '', second] = tokens.filter((_, index) => index !== monthIndex);
    const month = String(indexIn(months, tokens[monthIndex] ?? ''));
    if ([first, second ?? '0'].some((token) => !/^\d+$/.test(token))) return first === '' ? 'incomplete' : undefined;
    if (second === undefined) return first.length > 2 ? 'incomplete' : { month, day: first };
    return first.length > 2 ? { year: first, month, day: second } : { year: second, month, day: first };
  }
  const [first = '', second, third] = tokens;
  if (second === undefined) return first.length <= 4 ? 'incomplete' : undefined;
  if (first.length === 4) return third === undefined ? 'incomplete' : { year: first, month: second, day: third };
  if (second.length > 2) return third === undefined && second.length <= 4 ? 'incomplete' : undefined;
  const [month, day] = order === 'MDY' ? [first, second] : [second, first];
  return { year: third, month, day };
}

/** Validates the parts of a date: it must exist, in an accepted year. */
function checkedDay({ year, month, day }: Parts, options: DateOptions): ParseResult<Day> {
  if (month.length > 2 || day.length > 2 || (year?.length ?? 0) > 4) return problemResult(dateMessage);
  if (year?.length === 1 || year?.length === 3) return problemResult(incompleteDate);
  if (year === undefined && options.isYearRequired) return problemResult('Add the year to this date');
  const [monthNumber, dayNumber] = [Number(month), Number(day)];
  if (monthNumber < 1 || monthNumber > 12) return problemResult(`There is no month ${month}`);
  const found = { year: 0, month: monthNumber, day: dayNumber };
  const fullYear =
    year === undefined
      ? nearestYear(found, options.today)
      : year.length === 2
        ? yearOfTwoDigits(Number(year), found, options.today)
        : Number(year);
  const { minYear = defaultMinYear } = options;
  if (fullYear < minYear) return problemResult(`The year must be ${minYear} or later`);
  if (dayNumber < 1 || dayNumber > daysIn(fullYear, monthNumber))
    return problemResult(`${monthName(monthNumber)} ${fullYear} has no day ${dayNumber}`);
  return dayFound({ ...found, year: fullYear });
}

const relativeNames: Record<string, number> = { t: 0, today: 0, tomorrow: 1, yesterday: -1 };

function relativeDay(text: string, today: string): ParseResult<Day> | undefined {
  const days = relativeNames[text.toLowerCase()] ?? (/^[+-]\d{1,4}$/.test(text) ? Number(text) : undefined);
  if (days === undefined) return undefined;
  const moment = new Date(`${today}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return dayFound(dayOf(moment));
}

/**
 * Excel counts February 29, 1900, which did not exist. Dates before March 1900 are therefore off by one and rejected.
 */
function serialDay(text: string): ParseResult<Day> | undefined {
  const days = /^\d{2,7}(?:\.\d{1,12})?$/.test(text) ? Math.floor(Number(text)) : 0;
  if (days < 61 || days > 2_958_465) return undefined;
  return dayFound(dayOf(new Date(Date.UTC(1899, 11, 30 + days))));
}

const dayOf = (moment: Date): Day => ({
  year: moment.getUTCFullYear(),
  month: moment.getUTCMonth() + 1,
  day: moment.getUTCDate(),
});

const twoDigits = (part: number) => String(part).padStart(2, '0');
const isoOf = ({ year, month, day }: Day) => `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;

/** Formats an ISO date as 3/31/2026. */
function textOf(iso: string): string {
  const [year = '', month, day] = iso.split('-');
  return `${Number(month)}/${Number(day)}/${year}`;
}

const dayFound = (day: Day): ParseResult<Day> => ({ status: 'value', value: day, text: textOf(isoOf(day)) });

const monthName = (month: number): string => {
  const name = months[month - 1] ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
};

function daysIn(year: number, month: number): number {
  const last = new Date(0);
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}

/** The full year of a two-digit year: between 80 years ago and 20 years ahead. */
function yearOfTwoDigits(year: number, day: Omit<Day, 'year'>, today: string): number {
  const thisYear = Number(today.slice(0, 4));
  const century = thisYear - (thisYear % 100);
  const latest = `${thisYear + yearsAhead}${today.slice(4)}`;
  const candidates = [century + 100 + year, century + year, century - 100 + year];
  return candidates.find((each) => isoOf({ ...day, year: each }) <= latest) ?? century + year;
}

/** The year that puts a date within 6 months of today. February 29 gets the nearest leap year. */
function nearestYear(day: Omit<Day, 'year'>, today: string): number {
  const thisYear = Number(today.slice(0, 4));
  const [earliest, latest] = [-monthsEachWay, monthsEachWay].map((by) => {
    const moved = thisYear * 12 + Number(today.slice(5, 7)) - 1 + by;
    return isoOf({ year: Math.floor(moved / 12), month: (moved % 12) + 1, day: Number(today.slice(8, 10)) });
  });
  const years = [thisYear, thisYear + 1, thisYear - 1].filter((year) => day.day <= daysIn(year, day.month));
  const near = years.find((year) => {
    const iso = isoOf({ ...day, year });
    return iso > String(earliest) && iso <= String(latest);
  });
  return near ?? years[0] ?? thisYear;
}
