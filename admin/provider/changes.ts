import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isNullable, type Kind, kindOf } from '#schemas/resource/kind.ts';
import { type Field, isRemovable, type Resource } from '#schemas/resource/resource.ts';

type Values = Record<string, unknown>;

/** What a form holds, as the body that makes a record: nothing empty, nothing that the server owns. */
export function newValuesOf({ fields }: Resource, data: Values): Values {
  return Object.fromEntries(
    writable(fields).flatMap(({ name, property }) => {
      const value = tidy(data[name], property);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** What a person can change of a record, without what a form adds to it; a list without rows is none. */
export function valuesOf({ fields }: Resource, data: Values): Values {
  return Object.fromEntries(
    writable(fields).flatMap(({ name, property }) => {
      const value = property.writeOnly ? undefined : tidy(data[name], property);
      return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]];
    }),
  );
}

/**
 * What leads from the values of a record to others, field by field: PATCH replaces each field that it names, whole (design 3).
 * An emptied field is sent as null where the record may be without it, else as the emptiest value of its kind.
 */
export function changesBetween({ fields }: Resource, values: Values, clean: Values): Values {
  return Object.fromEntries(
    writable(fields)
      .filter(({ name }) => !isEqual(values[name], clean[name]))
      .map((field) => [field.name, field.name in values ? values[field.name] : emptyOf(field)]),
  );
}

/** What differs between a form, or a part of one, and the record it was filled from. */
export const changesOf = (resource: Resource, data: Values, previous: Values): Values =>
  changesBetween(resource, valuesOf(resource, { ...previous, ...data }), valuesOf(resource, previous));

const writable = (fields: Field[]) => fields.filter(({ property }) => !property.readOnly);

/** A value without what a form adds to it: empty inputs, and objects that hold nothing else. */
function tidy(value: unknown, property: Property): unknown {
  if (value === undefined || value === '') return undefined;
  if (value === null) return isNullable(property) ? null : undefined;
  const kind = kindOf(property, 'value');
  if (kind === 'object') return tidyObject(value, property);
  if (kind === 'list' && Array.isArray(value)) return value.map((item) => tidyItem(item, property.items ?? {}));
  return value;
}

/** An object that says no more than what its schema says for it is as good as none: a form's inputs fill it in by themselves. */
function tidyObject(value: unknown, property: Property): Values | undefined {
  const entries = tidyEntries(value, property);
  const isSilent = entries.every(([name, inner]) => isEqual(inner, property.properties?.[name]?.default));
  return isSilent ? undefined : Object.fromEntries(entries);
}

/** A row stays a row, however empty. */
const tidyItem = (item: unknown, items: Property) =>
  kindOf(items, 'items') === 'object' ? Object.fromEntries(tidyEntries(item, items)) : item;

function tidyEntries(value: unknown, { properties }: Property): [string, unknown][] {
  return Object.entries(Object(value)).flatMap(([name, inner]): [string, unknown][] => {
    const property = properties?.[name];
    const tidied = property ? tidy(inner, property) : inner;
    return tidied === undefined ? [] : [[name, tidied]];
  });
}

const emptiest = {
  text: '',
  longText: '',
  markdown: '',
  email: '',
  phone: '',
  colour: null,
  date: null,
  dateTime: null,
  number: null,
  integer: null,
  money: null,
  boolean: false,
  enum: null,
  reference: null,
  list: [],
  object: {},
  map: {},
} satisfies Record<Kind, unknown>;

const emptyOf = (field: Field) => {
  const canBeNone = field.kind !== 'list' && (isNullable(field.property) || isRemovable(field));
  return canBeNone ? null : emptiest[field.kind];
};
