import { type DateFieldOptions, type DatePrecision, dateKind, parseTypedDate } from '../typed/typedKinds.ts';

/** The part of a date or time that an arrow key changes. */
type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'half';

/** The order of the parts in a canonical text, and the part that changes while the whole text is selected. */
const layouts: Record<DatePrecision, { parts: readonly Part[]; main: Part }> = {
  day: { parts: ['month', 'day', 'year'], main: 'day' },
  month: { parts: ['month', 'year'], main: 'month' },
  moment: { parts: ['month', 'day', 'year', 'hour', 'minute', 'half'], main: 'day' },
  time: { parts: ['hour', 'minute', 'half'], main: 'hour' },
};

const lastYear = 9999;
const defaultFirstYear = 1900;
/** The initial value of an empty time. */
const noon = '12:00';

interface SteppedDate {
  value: string;
  /** The canonical text of the value, and the range of the changed part in it. */
  text: string;
  from: number;
  to: number;
}

interface TextSelection {
  from: number;
  to: number;
}

/**
 * Steps the date or time part under the caret up or down (arrow keys): 3/31/2026 with the caret in the month becomes
 * 4/30/2026. Days and minutes overflow into the next month and hour. An empty field starts at today. Returns undefined
 * for unparsable text and outside of the allowed years.
 */
export function stepDate(
  { text, selection, by }: { text: string; selection: TextSelection; by: 1 | -1 },
  picking: DatePrecision,
  options: DateFieldOptions,
): SteppedDate | undefined {
  const parse = (typed: string) => {
    const parsed = parseTypedDate(typed, picking, options);
    return parsed.status === 'value' ? parsed.value : undefined;
  };
  const { main, parts } = layouts[picking];
  const value = parse(text);
  if (value === undefined) {
    const first = text.trim() === '' ? parse(picking === 'time' ? noon : options.today()) : undefined;
    return first === undefined ? undefined : selectPart(first, main, picking, options);
  }
  const isAll = selection.from === 0 && selection.to === text.length;
  const partAtCaret = isAll ? undefined : partAt(text, selection.from, { value, parse });
  const part = partAtCaret && parts.includes(partAtCaret) ? partAtCaret : main;
  const next = stepValue(value, part, by);
  const year = picking === 'time' ? lastYear : Number(next.slice(0, 4));
  if (year < (options.minYear ?? defaultFirstYear) || year > lastYear || next.length > value.length) return undefined;
  return selectPart(next, part, picking, options);
}

function selectPart(value: string, part: Part, picking: DatePrecision, options: DateFieldOptions): SteppedDate {
  const text = dateKind(picking, options).format(value);
  const tokens = tokensIn(text);
  const index = layouts[picking].parts.indexOf(part);
  // Seconds, if any, come before AM or PM.
  const token = part === 'half' ? tokens.at(-1) : tokens[index];
  return { value, text, from: token?.from ?? 0, to: token?.to ?? text.length };
}

interface Token {
  word: string;
  from: number;
  to: number;
}

const tokensIn = (text: string): Token[] =>
  [...text.matchAll(/\d+|\p{L}+/gu)].map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }));

interface Reading {
  value: string;
  parse: (text: string) => string | undefined;
}

/** The part at or before the caret, in any format of the text. */
function partAt(text: string, caret: number, reading: Reading): Part | undefined {
  const tokens = tokensIn(text);
  const token = tokens.findLast(({ from }) => from <= caret) ?? tokens[0];
  if (!token) return undefined;
  if (/^[ap]m?$/i.test(token.word)) return 'half';
  if (/^\p{L}{3,}$/u.test(token.word)) return 'month';
  return /^\d+$/.test(token.word) ? partOfDigits(text, token, reading) : undefined;
}

const fineToCoarse: readonly Part[] = ['minute', 'hour', 'day', 'month', 'year'];

/** Determines which part the digits are by replacing them and comparing what is parsed. */
function partOfDigits(text: string, { word, from, to }: Token, { value, parse }: Reading): Part | undefined {
  const digits = Number(word);
  // ±4 finds a leap year for February 29.
  for (const other of [digits - 1, digits + 1, digits + 2, 1, digits - 4, digits + 4]) {
    if (other < 0 || other === digits) continue;
    const changed = parse(text.slice(0, from) + String(other).padStart(word.length, '0') + text.slice(to));
    if (changed === undefined) continue;
    const [before, after] = [componentsOf(value), componentsOf(changed)];
    const part = fineToCoarse.find((each) => before[each] !== after[each]);
    if (part) return part;
  }
  return undefined;
}

type Components = Partial<Record<Part, number>>;

function componentsOf(value: string): Components {
  const [date = '', clock = ''] = /^\d{2}:/.test(value) ? ['', value] : value.split('T');
  const [year, month, day] = date.split('-').map(Number);
  const [hour, minute] = clock.slice(0, 5).split(':').map(Number);
  return { year, month, day, hour, minute };
}

/** Steps one part of a stored value. */
function stepValue(value: string, part: Part, by: 1 | -1): string {
  const isTime = /^\d{2}:/.test(value);
  const moment = new Date(isTime ? `2000-01-01T${value}Z` : value);
  const day = moment.getUTCDate();
  if (part === 'minute') moment.setUTCMinutes(moment.getUTCMinutes() + by);
  else if (part === 'hour') moment.setUTCHours(moment.getUTCHours() + by);
  else if (part === 'half') moment.setUTCHours((moment.getUTCHours() + 12) % 24);
  else if (part === 'day') moment.setUTCDate(day + by);
  else {
    moment.setUTCDate(1);
    if (part === 'month') moment.setUTCMonth(moment.getUTCMonth() + by);
    else moment.setUTCFullYear(moment.getUTCFullYear() + by);
    const lastOfMonth = new Date(moment);
    lastOfMonth.setUTCMonth(moment.getUTCMonth() + 1, 0);
    moment.setUTCDate(Math.min(day, lastOfMonth.getUTCDate()));
  }
  const iso = moment.toISOString();
  if (isTime) return iso.slice(11, 11 + value.length);
  return value.includes('T') ? iso : iso.slice(0, 10);
}
