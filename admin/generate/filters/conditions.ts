import { endOfDay, startOfDay } from '#portal/forms/dates/dayBounds.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { isFilterIndexed } from '#schemas/resource/indexes.ts';
import { isNullable, type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { isDay } from '#schemas/typed-values/parse-date.ts';
import { formatDateTime, formatValue } from '../format-value.ts';

/** Input type of a filter: text, choices, a reference, or a range. */
export type FilterKind = 'text' | 'choice' | 'reference' | 'numbers' | 'days' | 'moments';

/** Operators of a filter. */
export const operators = ['is', 'between', 'empty', 'any'] as const;
export type Operator = (typeof operators)[number];

/** A filter in its parsed form. */
export interface Condition {
  operator: Operator;
  values?: unknown[];
  from?: unknown;
  to?: unknown;
}

/** Filter input for each kind of property; null if the API cannot filter by it. */
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
} satisfies Record<PropertyKind, FilterKind | null>;

/** Filters on a list apply to its items. */
export function itemOf(field: Field): Field {
  if (field.kind !== 'list') return field;
  const property = field.property.items ?? {};
  return { ...field, property, kind: propertyKindOf(property, `${field.name}/items`) };
}

/** Returns the input type of a field's filter; null if it cannot be filtered. */
export const filterKindOf = (field: Field): FilterKind | null => kinds[itemOf(field).kind];

/** Returns the fields that can be filtered: the named ones first, then all others with an index. */
export function filterFields(resource: Resource, named: string[]): Field[] {
  const isOffered = (field: Field) =>
    field.name !== 'id' &&
    filterKindOf(field) !== null &&
    isFilterIndexed(resource, field.name) &&
    !field.property.writeOnly &&
    (named.includes(field.name) || field.property['x-admin']?.widget !== 'hidden');
  const place = ({ name }: Field) => (named.includes(name) ? named.indexOf(name) : named.length);
  return resource.fields.filter(isOffered).toSorted((one, other) => place(one) - place(other));
}

/** Returns the operators for a field. Empty checks are only offered if the value can be missing. */
export function operatorsOf(field: Field): Operator[] {
  const isRange = ['numbers', 'days', 'moments'].includes(filterKindOf(field) ?? '');
  const { isRequired, kind, property } = field;
  const isEmptyAtFirst = property.default === undefined || kind === 'list';
  const canLack = isNullable(property) || (!isRequired && isEmptyAtFirst && kind !== 'boolean');
  return [isRange ? 'between' : 'is', ...(canLack ? (['empty', 'any'] as const) : [])];
}

/** Parses a filter value; undefined if it filters nothing. */
export function parseCondition(value: unknown): Condition | undefined {
  if (value === undefined || value === '') return undefined;
  if (!isRecord(value)) {
    const values: unknown[] = [value].flat();
    return values.length > 0 ? { operator: 'is', values } : undefined;
  }
  if (value.is === 'empty' || value.is === 'any') return { operator: value.is };
  const { from, to } = value;
  return from === undefined && to === undefined ? undefined : { operator: 'between', from, to };
}

/** Serializes a condition to the filter format of the API (api/engine/resource/lists/filters.ts). */
export function serializeCondition({ operator, values = [], from, to }: Condition): unknown {
  if (operator === 'empty' || operator === 'any') return { is: operator };
  if (operator === 'is') return values.length > 1 ? values : values[0];
  const ends = Object.entries({ from, to }).filter(([, end]) => end !== undefined && end !== null && end !== '');
  return ends.length > 0 ? Object.fromEntries(ends) : undefined;
}

/** Describes a condition after the field's label. References keep their ids; the caller shows names. */
export function describeCondition(field: Field, { operator, values = [], from, to }: Condition): string {
  const text = (value: unknown) => valueWords(itemOf(field), value);
  const isGiven = (end: unknown) => end !== undefined && end !== null;
  const words = {
    is: () => values.map(text).join(' or '),
    between: () => [isGiven(from) ? `from ${text(from)}` : '', isGiven(to) ? `to ${text(to)}` : ''].join(' ').trim(),
    empty: () => 'is empty',
    any: () => 'is not empty',
  };
  return words[operator]();
}

function valueWords({ kind, property }: Field, value: unknown): string {
  if (kind === 'dateTime') return formatDateTime(value).split(' ')[0] ?? '';
  return kind === 'boolean' ? formatValue(String(value) === 'true', property) : formatValue(value, property);
}

/** Returns the first or last moment of a day in local time; undefined if it is not a day. */
export function momentOf(day: unknown, end: 'first' | 'last'): string | undefined {
  if (typeof day !== 'string' || !isDay(day)) return undefined;
  return end === 'first' ? startOfDay(day) : endOfDay(day);
}

/** Returns the local day of a moment, as date inputs have it. */
export function dayOf(moment: unknown): string | null {
  const date = new Date(typeof moment === 'string' ? moment : Number.NaN);
  if (Number.isNaN(date.getTime())) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns the fields filtered to a single value. They decide which sort orders an index can serve. */
export function singleValueFields(filters: Record<string, unknown>): string[] {
  return Object.keys(filters).filter((name) => !isRecord(filters[name]));
}
