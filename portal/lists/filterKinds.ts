import { notDate } from '#schemas/typed-values/parse-date.ts';
import { notNumber, numberExample } from '#schemas/typed-values/parse-number.ts';
import { localToday } from '../forms/dates/today.ts';
import type { TypedKind } from '../forms/typed/typedField.ts';
import { dateKind, numberKind, parseTypedDate } from '../forms/typed/typedKinds.ts';

/** What an end of a range is; an address has it as 2026-01-31, 2026-01 or 1234.5. */
export type FilterKind = 'date' | 'month' | 'number';

const numbers = numberKind({});
const month = /^\d{4}-\d\d$/;
const firstDay = /^\d{4}-\d\d-01$/;

/** The text of an address as its field takes it: a month is its first day. */
export const fieldValue = (text: string, kind: FilterKind): string =>
  kind === 'month' && month.test(text) ? `${text}-01` : text;

/** What a field has as the text of an address. */
export function addressText(value: unknown, kind: FilterKind): string {
  const text = value === undefined || value === null ? '' : String(value);
  return kind === 'month' && firstDay.test(text) ? text.slice(0, '2026-01'.length) : text;
}

/** How an end of a range is read from what is typed, and shown. */
export function filterKind(kind: FilterKind, today = localToday): TypedKind {
  const typed = kind === 'number' ? numbers : dateKind(kind === 'month' ? 'month' : 'day', { today });
  const inField = (text: string) => (kind === 'number' ? numbers.read(text) : text);
  return {
    read: (text) => addressText(typed.read(text), kind),
    settle: (text) => ({ value: addressText(typed.settle(text).value, kind), notice: null }),
    edit: (value) => typed.edit(inField(fieldValue(String(value ?? ''), kind))),
    show: (value) => typed.show(inField(fieldValue(String(value ?? ''), kind))),
  };
}

/** What is wrong with an end as it was typed; nothing for one that counts, and for an empty one. */
export function filterProblem(text: string, kind: FilterKind, today = localToday): string | undefined {
  if (text === '') return undefined;
  if (kind === 'number') return numbers.read(text) === text ? `${notNumber}, ${numberExample}` : undefined;
  const parsed = parseTypedDate(fieldValue(text, kind), kind === 'month' ? 'month' : 'day', { today });
  if (parsed.status === 'problem') return parsed.message;
  return parsed.status === 'value' ? undefined : notDate;
}
