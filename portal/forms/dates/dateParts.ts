import { type DateFieldOptions, dateKind, type Picking, parseTypedDate } from '../typed/typedKinds.ts';

/** What an arrow key changes of a date or time. */
type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'half';

/** The parts of a canonical text in their order, and the one that changes while all of the text is selected. */
const layouts: Record<Picking, { parts: readonly Part[]; main: Part }> = {
  day: { parts: ['month', 'day', 'year'], main: 'day' },
  month: { parts: ['month', 'year'], main: 'month' },
  moment: { parts: ['month', 'day', 'year', 'hour', 'minute', 'half'], main: 'day' },
  time: { parts: ['hour', 'minute', 'half'], main: 'hour' },
};

const lastYear = 9999;
const defaultFirstYear = 1900;
/** Where a time without a value begins. */
const noon = '12:00';

interface Stepped {
  value: string;
  /** The canonical text of the value, and where in it the part stands that was changed. */
  text: string;
  from: number;
  to: number;
}

interface Selection {
  from: number;
  to: number;
}

/**
 * One step up or down of the part of a date or time under the caret: 3/31/2026 with the caret in the month becomes 4/30/2026.
 * Days and minutes run over into the next month and hour. An empty field begins today. Returns undefined for a text that
 * cannot be read, and beyond the years that the field takes.
 */
export function stepDate(
  { text, selection, by }: { text: string; selection: Selection; by: 1 | -1 },
  picking: Picking,
  options: DateFieldOptions,
): Stepped | undefined {
  const parse = (typed: string) => {
    const parsed = parseTypedDate(typed, picking, options);
    return parsed.status === 'value' ? parsed.value : undefined;
  };
  const { main, parts } = layouts[picking];
  const value = parse(text);
  if (value === undefined) {
    const first = text.trim() === '' ? parse(picking === 'time' ? noon : options.today()) : undefined;
    return first === undefined ? undefined : shownAt(first, main, picking, options);
  }
  const isAll = selection.from === 0 && selection.to === text.length;
  const under = isAll ? undefined : partAt(text, selection.from, { value, parse });
  const part = under && parts.includes(under) ? under : main;
  const next = moved(value, part, by);
  const year = picking === 'time' ? lastYear : Number(next.slice(0, 4));
  if (year < (options.minYear ?? defaultFirstYear) || year > lastYear || next.length > value.length) return undefined;
  return shownAt(next, part, picking, options);
}

function shownAt(value: string, part: Part, picking: Picking, options: DateFieldOptions): Stepped {
  const text = dateKind(picking, options).show(value);
  const tokens = tokensIn(text);
  const index = layouts[picking].parts.indexOf(part);
  // Seconds, where there are any, come before AM or PM.
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

/** The part that a caret stands in or behind, whatever the format of the text. */
function partAt(text: string, caret: number, reading: Reading): Part | undefined {
  const tokens = tokensIn(text);
  const token = tokens.findLast(({ from }) => from <= caret) ?? tokens[0];
  if (!token) return undefined;
  if (/^[ap]m?$/i.test(token.word)) return 'half';
  if (/^\p{L}{3,}$/u.test(token.word)) return 'month';
  return /^\d+$/.test(token.word) ? partOfDigits(text, token, reading) : undefined;
}

const fineToCoarse: readonly Part[] = ['minute', 'hour', 'day', 'month', 'year'];

/** Which part some digits are of: the one that differs when others stand in their place. */
function partOfDigits(text: string, { word, from, to }: Token, { value, parse }: Reading): Part | undefined {
  const digits = Number(word);
  // Four years on, February has a day 29 again.
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

/** A stored value a step further in one of its parts. */
function moved(value: string, part: Part, by: 1 | -1): string {
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
