import { served } from '#schemas/generated/registry.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isAttachment } from '#schemas/resource/paths-to.ts';
import { type Field, labelOf, pluralOf, type Resource, resourceOf } from '#schemas/resource/resource.ts';
import { valueAt } from './value-at.ts';

/** Every resource with a list, which is what the back-office can show. */
export const catalogue: Resource[] = Object.values(served)
  .map(resourceOf)
  .filter(({ operations }) => operations.includes('list'));

const byName = new Map(catalogue.map((resource) => [resource.name, resource]));
const byPath = new Map(catalogue.map((resource) => [resource.path, resource]));

/** The resource that a schema of this title describes; undefined when it has no list of its own. */
export function resourceNamed(name: string): Resource | undefined {
  return byName.get(name);
}

/** Whether what a property names, be it one or a list, belongs to the record as its files do. */
export const isAttached = ({ items, 'x-ref': name }: Property): boolean =>
  isAttachment(resourceNamed(items?.['x-ref'] ?? name ?? '')?.schema);

/** The resource served at /api/{path}, which is also react-admin's name for it; undefined when there is none. */
export function resourceAt(path: string): Resource | undefined {
  return byPath.get(path);
}

/** 'ProofOfWork' -> 'Proof of work': what one record of it is called. */
export function singularOf(resource: Resource): string {
  return labelOf(resource.name);
}

/** '1 user', '12 users': how many of its records, within a sentence; a menu's label may be another word ('Order Mgmt Forms'). */
export function amountOf(resource: Resource, amount: number): string {
  const one = singularOf(resource);
  const hasNoPlural = resource.label === one;
  return `${amount.toLocaleString('en-US')} ${(amount === 1 || hasNoPlural ? one : pluralOf(one)).toLowerCase()}`;
}

/** The field whose value stands for a record in titles, links and choices: a name, else what it is searched by. */
function titleFieldOf({ fields, search }: Resource): string {
  const named = fields.find(({ name }) => name === 'name');
  return named?.name ?? search[0] ?? fields.find(({ kind }) => kind === 'text')?.name ?? 'id';
}

/** What one record is called: by its title field, else by what else it is found by, since a name may be empty. */
export function nameOf(resource: Resource, record: object): string {
  const said = [titleFieldOf(resource), ...resource.search].map((name) => valueAt(record, name));
  return said.find((value) => typeof value === 'string' && value !== '')?.toString() ?? String(valueAt(record, 'id'));
}

/** The resource's own order as react-admin wants it: by the first of its sort fields. */
export function sortOf({ sort }: Resource): { field: string; order: 'ASC' | 'DESC' } {
  const [first = 'id'] = sort.split(',');
  return { field: first.replace(/^-/, ''), order: first.startsWith('-') ? 'DESC' : 'ASC' };
}

/** The field of that name. Throws an Error naming resource and field when the schema has none. */
export function fieldNamed(resource: Resource, name: string): Field {
  const field = resource.fields.find((each) => each.name === name);
  if (!field) throw new Error(`${resource.name}: the back-office names the field ${name}, which its schema has not`);
  return field;
}
