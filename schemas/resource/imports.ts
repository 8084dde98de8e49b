import { type PropertyKind, propertyKindOf } from './kind.ts';
import { type Field, fieldsOf, type Resource } from './resource.ts';

/** A field that a column of an imported file can be mapped to; the name is dotted: `businessAddress.city`. */
export interface ImportField extends Field {
  /** The list of objects that it is in; a cell has its values for all objects of the list. */
  list?: string;
}

/** How long an import that saves records one by one can be undone or replaced; days. */
export const importUndoDays = 90;

/** Names of properties that usually identify a record, in this order. */
const usualKeys = ['externalId', 'reference', 'email', 'name'];

/** Kinds whose values can identify a record. */
const keyKinds: PropertyKind[] = ['text', 'email', 'enum', 'reference', 'integer'];

/**
 * The properties by which an import finds existing records (`x-import`), the id first. By default the unique ones, then
 * an external id, a reference, an e-mail address and a name.
 */
export function importKeys({ fields, schema }: Pick<Resource, 'fields' | 'schema'>): string[] {
  const unique = (schema['x-store']?.unique ?? []).flatMap((key) => (key.length === 1 ? key : []));
  const own = schema['x-import'] || [...unique, ...usualKeys];
  const known = new Set(fields.filter(({ kind }) => keyKinds.includes(kind)).map(({ name }) => name));
  return ['id', ...new Set(own.filter((name) => known.has(name)))];
}

/** Whether files can be imported into the list of a resource: it has pages, and records that can be written. */
export function isImportable({ operations, schema, nested }: Resource): boolean {
  if (nested || schema['x-import'] === false || schema['x-admin']?.hidden) return false;
  return operations.includes('create') || operations.includes('update');
}

/** The fields of a resource that an import can set, and those that it matches on. */
export function importFields(resource: Resource): ImportField[] {
  const keys = importKeys(resource);
  return resource.fields
    .filter(({ name, property }) => !property.readOnly || keys.includes(name))
    .flatMap((field) => fieldsIn(field, { path: resource.name, prefix: '', heading: '' }));
}

interface Position {
  path: string;
  prefix: string;
  heading: string;
  list?: string;
}

function fieldsIn(field: Field, { path, prefix, heading, list }: Position): ImportField[] {
  const { name, label, kind, property } = field;
  const item = kind === 'list' ? (property.items ?? {}) : property;
  const full = `${prefix}${name}`;
  const title = `${heading}${label}`;
  if (propertyKindOf(item, `${path}/${name}`) === 'object') {
    const inside = { path: `${path}/${name}`, prefix: `${full}.`, heading: `${title}: ` };
    const parent = kind === 'list' ? full : list;
    return fieldsOf(item, inside.path)
      .filter((each) => !each.property.readOnly)
      .flatMap((each) => fieldsIn(each, { ...inside, ...(parent ? { list: parent } : {}) }));
  }
  return [{ ...field, name: full, label: title, isRequired: false, ...(list ? { list } : {}) }];
}
