import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isNullable, type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { type Field, isRemovable, type Resource } from '#schemas/resource/resource.ts';

type Values = Record<string, unknown>;

/** Converts a form's values to a create payload, without empty and server-owned fields. */
export function createPayload({ fields }: Resource, data: Values): Values {
  return Object.fromEntries(
    writable(fields).flatMap(({ name, property }) => {
      const value = tidy(data[name], property);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the editable values of a record, normalized: without what a form's inputs add, and without empty lists. */
export function editableValues({ fields }: Resource, data: Values): Values {
  return Object.fromEntries(
    writable(fields).flatMap(({ name, property }) => {
      const value = property.writeOnly ? undefined : tidy(data[name], property);
      return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]];
    }),
  );
}

/**
 * Diffs two sets of values by field, since PATCH replaces whole fields (design 3). An emptied field becomes null if it
 * is optional, else the empty value of its kind.
 */
export function diffValues({ fields }: Resource, values: Values, clean: Values): Values {
  return Object.fromEntries(
    writable(fields)
      .filter(({ name }) => !isEqual(values[name], clean[name]))
      .map((field) => [field.name, field.name in values ? values[field.name] : emptyOf(field)]),
  );
}

/** Diffs the values of a form, which may cover only some fields, against the record that it was filled from. */
export const updatePayload = (resource: Resource, data: Values, previous: Values): Values =>
  diffValues(resource, editableValues(resource, { ...previous, ...data }), editableValues(resource, previous));

const writable = (fields: Field[]) => fields.filter(({ property }) => !property.readOnly);

/** Normalizes a value: drops empty inputs and objects that only have defaults. */
function tidy(value: unknown, property: Property): unknown {
  if (value === undefined || value === '') return undefined;
  if (value === null) return isNullable(property) ? null : undefined;
  const kind = propertyKindOf(property, 'value');
  if (kind === 'object') return tidyObject(value, property);
  if (kind === 'list' && Array.isArray(value)) return value.map((item) => tidyItem(item, property.items ?? {}));
  return value;
}

/** Drops an object whose values all equal the schema's defaults: a form's inputs add them on their own. */
function tidyObject(value: unknown, property: Property): Values | undefined {
  const entries = tidyEntries(value, property);
  const isSilent = entries.every(([name, inner]) => isEqual(inner, property.properties?.[name]?.default));
  return isSilent ? undefined : Object.fromEntries(entries);
}

/** Keeps empty rows, since removing one would shift the others. */
const tidyItem = (item: unknown, items: Property) =>
  propertyKindOf(items, 'items') === 'object' ? Object.fromEntries(tidyEntries(item, items)) : item;

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
} satisfies Record<PropertyKind, unknown>;

const emptyOf = (field: Field) => {
  const canBeNone = field.kind !== 'list' && (isNullable(field.property) || isRemovable(field));
  return canBeNone ? null : emptiest[field.kind];
};
