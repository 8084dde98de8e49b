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

/**
 * What differs between a form and the record it was filled from, field by field: PATCH replaces each field that it
 * names, whole (design 3). An emptied field is sent as null where the record may be without it, else as the emptiest value of its kind. Keys that no field of
 * the resource has, such as the write-only `reason` of an order, are sent as they are.
 */
export function changesOf({ fields }: Resource, data: Values, previous: Values): Values {
  const names = new Set(fields.map(({ name }) => name));
  const changed = writable(fields).flatMap((field) => {
    const { name, property } = field;
    if (!(name in data) || property.writeOnly) return [];
    const value = tidy(data[name], property);
    if (isEqual(value, tidy(previous[name], property))) return [];
    return [[name, value === undefined ? emptyOf(field) : value]];
  });
  return Object.fromEntries([...changed, ...Object.entries(data).filter(([name]) => !names.has(name))]);
}

const writable = (fields: Field[]) => fields.filter(({ property }) => !property.readOnly);

/** A value without what a form adds to it: empty inputs, and objects that hold nothing else. */
export function tidy(value: unknown, property: Property): unknown {
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
  dateTime: null,
  number: null,
  integer: null,
  boolean: false,
  enum: null,
  reference: null,
  list: [],
  object: {},
  map: {},
} satisfies Record<Kind, unknown>;

const emptyOf = (field: Field) => (isNullable(field.property) || isRemovable(field) ? null : emptiest[field.kind]);
