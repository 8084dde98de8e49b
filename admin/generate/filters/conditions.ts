import { endOfDay, startOfDay } from '#portal/forms/dates/dayBounds.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { isFilterServed } from '#schemas/resource/indexes.ts';
import { isNullable, type Kind, kindOf } from '#schemas/resource/kind.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { isDay } from '#schemas/texts/texts.ts';
import { say, sayDateTime } from '../value-text.ts';

/** How a filter is asked for: by a text, by some of few or of many values, or by where values begin and end. */
export type FilterKind = 'text' | 'choice' | 'reference' | 'numbers' | 'days' | 'moments';

/** What a filter asks of a field. */
export const operators = ['is', 'between', 'empty', 'any'] as const;
export type Operator = (typeof operators)[number];

/** A filter while it is edited. */
export interface Condition {
  operator: Operator;
  values?: unknown[];
  from?: unknown;
  to?: unknown;
}

/** How a list is narrowed by each kind of property; null where the server has no such filter either. */
const kinds = {
  text: 'text',
  email: 'text',
  phone: 'text',
  colour: 'text',
  longText: null,
  markdown: null,
  date: 'days',
  dateTime: 'moments',
  number: 'numbers',
  integer: 'numbers',
  money: 'numbers',
  boolean: 'choice',
  enum: 'choice',
  reference: 'reference',
  list: null,
  object: null,
  map: null,
} satisfies Record<Kind, FilterKind | null>;

/** What a list is filtered by is what its items are. */
export function itemOf(field: Field): Field {
  if (field.kind !== 'list') return field;
  const property = field.property.items ?? {};
  return { ...field, property, kind: kindOf(property, `${field.name}/items`) };
}

/** How a list is narrowed by a field; null where it can not be. */
export const filterKindOf = (field: Field): FilterKind | null => kinds[itemOf(field).kind];

/** The fields that a list can be filtered by: those that it names first, then all others that an index serves. */
export function filterFields(resource: Resource, named: string[]): Field[] {
  const isOffered = (field: Field) =>
    field.name !== 'id' &&
    filterKindOf(field) !== null &&
    isFilterServed(resource, field.name) &&
    !field.property.writeOnly &&
    (named.includes(field.name) || field.property['x-admin']?.widget !== 'hidden');
  const place = ({ name }: Field) => (named.includes(name) ? named.indexOf(name) : named.length);
  return resource.fields.filter(isOffered).toSorted((one, other) => place(one) - place(other));
}

/** What can be asked of a field; whether there is a value only where there may be none. */
export function operatorsOf(field: Field): Operator[] {
  const isRange = ['numbers', 'days', 'moments'].includes(filterKindOf(field) ?? '');
  const { isRequired, kind, property } = field;
  const isEmptyAtFirst = property.default === undefined || kind === 'list';
  const canLack = isNullable(property) || (!isRequired && isEmptyAtFirst && kind !== 'boolean');
  return [isRange ? 'between' : 'is', ...(canLack ? (['empty', 'any'] as const) : [])];
}

/** The condition that a filter of a list is; undefined for one that asks for nothing. */
export function conditionOf(value: unknown): Condition | undefined {
  if (value === undefined || value === '') return undefined;
  if (!isRecord(value)) {
    const values: unknown[] = [value].flat();
    return values.length > 0 ? { operator: 'is', values } : undefined;
  }
  if (value.is === 'empty' || value.is === 'any') return { operator: value.is };
  const { from, to } = value;
  return from === undefined && to === undefined ? undefined : { operator: 'between', from, to };
}

/** The filter as the list keeps it and the server reads it (api/resource/lists/filters.ts). */
export function filterOf({ operator, values = [], from, to }: Condition): unknown {
  if (operator === 'empty' || operator === 'any') return { is: operator };
  if (operator === 'is') return values.length > 1 ? values : values[0];
  const ends = Object.entries({ from, to }).filter(([, end]) => end !== undefined && end !== null && end !== '');
  return ends.length > 0 ? Object.fromEntries(ends) : undefined;
}

/** What a condition says beside the field's label; the values of references are named by who shows it. */
export function conditionWords(field: Field, { operator, values = [], from, to }: Condition): string {
  const said = (value: unknown) => valueWords(itemOf(field), value);
  const isGiven = (end: unknown) => end !== undefined && end !== null;
  const words = {
    is: () => values.map(said).join(' or '),
    between: () => [isGiven(from) ? `from ${said(from)}` : '', isGiven(to) ? `to ${said(to)}` : ''].join(' ').trim(),
    empty: () => 'is empty',
    any: () => 'is not empty',
  };
  return words[operator]();
}

function valueWords({ kind, property }: Field, value: unknown): string {
  if (kind === 'dateTime') return sayDateTime(value).split(' ')[0] ?? '';
  return kind === 'boolean' ? say(String(value) === 'true', property) : say(value, property);
}

/** The moment at which a day begins or ends for who reads the list; nothing for no day. */
export function momentOf(day: unknown, end: 'first' | 'last'): string | undefined {
  if (typeof day !== 'string' || !isDay(day)) return undefined;
  return end === 'first' ? startOfDay(day) : endOfDay(day);
}

/** The day of a moment for who reads it, as an input of days has it. */
export function dayOf(moment: unknown): string | null {
  const date = new Date(typeof moment === 'string' ? moment : Number.NaN);
  if (Number.isNaN(date.getTime())) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The fields that have one value each under these filters: what a list may be sorted by depends on them. */
export function givenBy(filters: Record<string, unknown>): string[] {
  return Object.keys(filters).filter((name) => !isRecord(filters[name]));
}
