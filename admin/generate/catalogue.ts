import { served } from '#schemas/generated/registry.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isAttachment } from '#schemas/resource/paths-to.ts';
import {
  type Field,
  labelOf,
  type Nested,
  pluralOf,
  type Resource,
  resourceOf,
  valueLabel,
} from '#schemas/resource/resource.ts';
import { valueAt } from './useFieldValue.ts';

const all = Object.values(served).map(resourceOf);

/** All resources with a list endpoint, which are those the back-office shows. */
export const catalogue: Resource[] = all.filter(({ operations }) => operations.includes('list'));

const byName = new Map(catalogue.map((resource) => [resource.name, resource]));
const byPath = new Map(catalogue.map((resource) => [resource.path, resource]));

/** Returns the resource by schema title; undefined if it has no list. */
export function resourceByName(name: string): Resource | undefined {
  return byName.get(name);
}

/** Whether a property refers to attachments (one or several). */
export const isAttachmentField = ({ items, 'x-ref': name }: Property): boolean =>
  isAttachment(resourceByName(items?.['x-ref'] ?? name ?? '')?.schema);

/**
 * Returns the resource by its path at /api/{path}, which is also its name in react-admin; undefined if there is none.
 */
export function resourceAt(path: string): Resource | undefined {
  return byPath.get(path);
}

/** Singular label: 'ProofOfWork' -> 'Proof of work'. */
export function singularOf(resource: Resource): string {
  return labelOf(resource.name);
}

/** Stands for a record that the user may not read, instead of its id: 'An entity you don't have access to'. */
export function inaccessibleText(resource: Resource): string {
  const thing = singularOf(resource).toLowerCase();
  return `${/^[aeio]/.test(thing) ? 'An' : 'A'} ${thing} you don't have access to`;
}

/** Count with noun: '1 user', '12 users'. Does not use the menu label, which may differ ('Order Mgmt Forms'). */
export function countWithNoun(resource: Resource, amount: number): string {
  const one = singularOf(resource);
  const hasNoPlural = resource.label === one;
  return `${amount.toLocaleString('en-US')} ${(amount === 1 || hasNoPlural ? one : pluralOf(one)).toLowerCase()}`;
}

/**
 * The field that represents a record in titles, links and selects: `x-admin.title`, its name, else its first search
 * field.
 */
function titleFieldOf({ fields, schema, search }: Resource): string {
  const nameField = fields.find(({ name }) => name === 'name');
  return (
    schema['x-admin']?.title ?? nameField?.name ?? search[0] ?? fields.find(({ kind }) => kind === 'text')?.name ?? 'id'
  );
}

/** Display name of a record. Falls back to other search fields, since a name may be empty. */
export function recordName(resource: Resource, record: object): string {
  const values = [titleFieldOf(resource), ...resource.search].map((name) => {
    const value = valueAt(record, name);
    const property = resource.schema.properties[name];
    return property?.enum && value !== undefined ? valueLabel(value, property) : value;
  });
  return values.find((value) => typeof value === 'string' && value !== '')?.toString() ?? String(valueAt(record, 'id'));
}

/** Default sort order in react-admin's format; only the first of the sort fields. */
export function defaultSort({ sort }: Resource): { field: string; order: 'ASC' | 'DESC' } {
  const [first = 'id'] = sort.split(',');
  return { field: first.replace(/^-/, ''), order: first.startsWith('-') ? 'DESC' : 'ASC' };
}

/** Returns a field by name. Throws an Error if the schema has no such field. */
export function fieldByName(resource: Resource, name: string): Field {
  const field = resource.fields.find((each) => each.name === name);
  if (!field) throw new Error(`${resource.name}: the back-office names the field ${name}, which its schema has not`);
  return field;
}

/** A resource whose records are stored below those of another one. */
export type NestedResource = Resource & { nested: Nested };

/** Returns the resources stored under this one, in collections of their own. */
export const nestedIn = (above: Resource): NestedResource[] =>
  all.flatMap(({ nested, ...resource }) =>
    nested && !nested.isPart && nested.resource === above.name ? [{ ...resource, nested }] : [],
  );
