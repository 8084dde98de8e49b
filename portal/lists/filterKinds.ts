import { dateMessage } from '#schemas/typed-values/parse-date.ts';
import { numberExample, numberMessage } from '#schemas/typed-values/parse-number.ts';
import { localToday } from '../forms/dates/days.ts';
import type { TypedKind } from '../forms/typed/typedField.ts';
import { dateKind, numberKind, parseTypedDate } from '../forms/typed/typedKinds.ts';

/** The type of a range filter. The URL has its value as 2026-01-31, 2026-01 or 1234.5. */
export type FilterKind = 'date' | 'month' | 'number';

const numbers = numberKind({});
const month = /^\d{4}-\d\d$/;
const firstDay = /^\d{4}-\d\d-01$/;

/** Converts the URL's text to the input's value: a month becomes its first day. */
export const filterInputValue = (text: string, kind: FilterKind): string =>
  kind === 'month' && month.test(text) ? `${text}-01` : text;

/** Converts the input's value to the URL's text. */
export function filterQueryText(value: unknown, kind: FilterKind): string {
  const text = value === undefined || value === null ? '' : String(value);
  return kind === 'month' && firstDay.test(text) ? text.slice(0, '2026-01'.length) : text;
}

/** How to parse and format the value of a range filter. */
export function filterKind(kind: FilterKind, today = localToday): TypedKind {
  const base = kind === 'number' ? numbers : dateKind(kind === 'month' ? 'month' : 'day', { today });
  const toInputValue = (text: string) => (kind === 'number' ? numbers.parse(text) : text);
  return {
    parse: (text) => filterQueryText(base.parse(text), kind),
    commit: (text) => ({ value: filterQueryText(base.commit(text).value, kind), notice: null }),
    formatForEditing: (value) => base.formatForEditing(toInputValue(filterInputValue(String(value ?? ''), kind))),
    format: (value) => base.format(toInputValue(filterInputValue(String(value ?? ''), kind))),
  };
}

/** The validation message for the typed text; undefined if it is valid or empty. */
export function filterError(text: string, kind: FilterKind, today = localToday): string | undefined {
  if (text === '') return undefined;
  if (kind === 'number') return numbers.parse(text) === text ? `${numberMessage}, ${numberExample}` : undefined;
  const parsed = parseTypedDate(filterInputValue(text, kind), kind === 'month' ? 'month' : 'day', { today });
  if (parsed.status === 'problem') return parsed.message;
  return parsed.status === 'value' ? undefined : dateMessage;
}
