import { endOfDay, startOfDay } from '#portal/forms/dates/days.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { isFilterIndexed } from '#schemas/resource/indexes.ts';
import { isNullable, type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { type Field, labelOf, type Resource } from '#schemas/resource/resource.ts';
import { isDay } from '#schemas/typed-values/parse-date.ts';
import { relativeDateLabels, relativeDays } from '#schemas/typed-values/relative-days.ts';
import { formatDateTime, formatValue } from '../format-value.ts';

/** Input type of a filter: text, choices, a reference, or a range. */
export type FilterKind = 'text' | 'choice' | 'reference' | 'numbers' | 'days' | 'moments';

/** Operators of a filter. `is` and `not` have one or several values; the value of `relative` is a relative date. */
export const operators = ['is', 'not', 'contains', 'between', 'relative', 'empty', 'any'] as const;
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

/** Returns the input type of a field's filter; null if it cannot be filtered. The API filters only lists of texts. */
export function filterKindOf(field: Field): FilterKind | null {
  const { kind, property } = itemOf(field);
  return field.kind === 'list' && (property.type !== 'string' || kind === 'dateTime') ? null : kinds[kind];
}

/** Returns the fields that can be filtered: the named ones first, then those with an index, then all others. */
export function filterFields(resource: Resource, named: string[]): Field[] {
  const hidden = ['id', 'revision', ...(resource.schema['x-store']?.hidden ?? [])];
  const isOffered = (field: Field) =>
    !hidden.includes(field.name) &&
    filterKindOf(field) !== null &&
    !field.property.writeOnly &&
    (named.includes(field.name) || field.property['x-admin']?.widget !== 'hidden');
  const place = ({ name }: Field) =>
    named.includes(name) ? named.indexOf(name) : named.length + (isFilterIndexed(resource, name) ? 0 : 1);
  return resource.fields.filter(isOffered).toSorted((one, other) => place(one) - place(other));
}

/** Operators of each input type, besides the empty checks. */
const operatorsByKind: Record<FilterKind, Operator[]> = {
  text: ['is', 'not', 'contains'],
  choice: ['is', 'not'],
  reference: ['is', 'not'],
  numbers: ['between', 'is', 'not'],
  days: ['between', 'relative', 'is', 'not'],
  // A moment is compared by its day, which a range of the same day does in local time.
  moments: ['between', 'relative'],
};

/** Returns the operators for a field. Empty checks are only offered if the value can be missing. */
export function operatorsOf(field: Field): Operator[] {
  const { isRequired, kind, property } = field;
  const filterKind = filterKindOf(field);
  if (!filterKind) return [];
  const isEmptyAtFirst = property.default === undefined || kind === 'list';
  const canLack = isNullable(property) || (!isRequired && isEmptyAtFirst && kind !== 'boolean');
  const unsupported: Operator[] = kind === 'boolean' ? ['not'] : kind === 'list' ? ['between', 'relative'] : [];
  const offered = operatorsByKind[filterKind].filter((each) => !unsupported.includes(each));
  return [...offered, ...(canLack ? (['empty', 'any'] as const) : [])];
}

/** Parses the filter value of a field; undefined if it filters nothing. */
export function parseCondition(field: Field, value: unknown): Condition | undefined {
  if (value === undefined || value === '') return undefined;
  if (!isRecord(value)) {
    const values: unknown[] = [value].flat();
    const isRelative = isDateKind(field) && values.length === 1 && isRelativeDate(values[0]);
    return values.length > 0 ? { operator: isRelative ? 'relative' : 'is', values } : undefined;
  }
  if (value.is === 'empty' || value.is === 'any') return { operator: value.is };
  const { from, to } = value;
  if (from !== undefined || to !== undefined) return { operator: 'between', from, to };
  const operator = (['not', 'contains'] as const).find((each) => value[each] !== undefined && value[each] !== '');
  const values: unknown[] = operator ? [value[operator]].flat() : [];
  return operator && values.length > 0 ? { operator, values } : undefined;
}

/** Serializes a condition to the filter format of the API (api/engine/resource/lists/filters.ts). */
export function serializeCondition({ operator, values = [], from, to }: Condition): unknown {
  if (operator === 'empty' || operator === 'any') return { is: operator };
  const given = values.length > 1 ? values : values[0];
  if (operator === 'is' || operator === 'relative') return given;
  if (operator !== 'between') return { [operator]: given };
  const ends = Object.entries({ from, to }).filter(([, end]) => end !== undefined && end !== null && end !== '');
  return ends.length > 0 ? Object.fromEntries(ends) : undefined;
}

/** Describes a condition after the field's label. References keep their ids; the caller shows names. */
export function describeCondition(field: Field, { operator, values = [], from, to }: Condition): string {
  const text = (value: unknown) => valueWords(itemOf(field), value);
  const isGiven = (end: unknown) => end !== undefined && end !== null;
  const all = values.map(text).join(' or ');
  const words: Record<Operator, () => string> = {
    is: () => all,
    not: () => `${notWords(values)} ${all}`,
    contains: () => `contains “${values.map(String).join('” or “')}”`,
    between: () => [isGiven(from) ? `from ${text(from)}` : '', isGiven(to) ? `to ${text(to)}` : ''].join(' ').trim(),
    relative: () => all,
    empty: () => 'is empty',
    any: () => 'is not empty',
  };
  return words[operator]();
}

/** 'is not' before one value, 'is none of' before several. */
export const notWords = (values: unknown[]): string => (values.length > 1 ? 'is none of' : 'is not');

function valueWords(field: Field, value: unknown): string {
  const { kind, property } = field;
  if (value === null) return 'empty';
  if (isDateKind(field) && isRelativeDate(value)) return relativeDateWords(String(value));
  if (kind === 'dateTime') return formatDateTime(value).split(' ')[0] ?? '';
  return kind === 'boolean' ? formatValue(String(value) === 'true', property) : formatValue(value, property);
}

const isDateKind = (field: Field) => ['days', 'moments'].includes(filterKindOf(field) ?? '');

const anyDay = '2026-01-01';
const isRelativeDate = (value: unknown) => typeof value === 'string' && relativeDays(value, anyDay) !== undefined;

const relativeLabels = new Map<string, string>(Object.entries(relativeDateLabels));
const units = new Map([
  ['d', 'day'],
  ['w', 'week'],
  ['m', 'month'],
  ['y', 'year'],
]);

/** Label of a relative date, also of one that the menu does not offer: '-14d' -> 'Last 14 days'. */
export function relativeDateWords(text: string): string {
  const [, sign, count, unit = ''] = /^(-?)(\d+)([dwmy])$/.exec(text) ?? [];
  const label = relativeLabels.get(text) ?? (count === undefined ? labelOf(text) : undefined);
  return label ?? `${sign ? 'Last' : 'Next'} ${count} ${units.get(unit)}${count === '1' ? '' : 's'}`;
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
