import { schemas } from '#schemas/generated/registry.ts';
import type { Property, ResourceVocabulary } from '#schemas/generated/vocabulary.ts';
import { referencePaths } from '#schemas/resource/paths-to.ts';
import { isPart, type Resource } from '#schemas/resource/resource.ts';
import { isResourceName, type ResourceName, resource, resources, storedNames } from './model.ts';

/** A reference in a record, with its path. */
export interface Reference {
  type: string;
  id: string;
  path: string;
}

/** Lists every reference in a value, with its path. */
export function collectReferences(property: Property, value: unknown, path: string): Reference[] {
  if (value === null || value === undefined) return [];
  if (property['x-ref'] && typeof value === 'string') return [{ type: property['x-ref'], id: value, path }];
  if (property.items && Array.isArray(value)) {
    const { items } = property;
    return value.flatMap((item: unknown, index) => collectReferences(items, item, `${path}/${index}`));
  }
  if (property.properties && typeof value === 'object') {
    return Object.entries(property.properties).flatMap(([name, each]) =>
      collectReferences(each, Reflect.get(value, name), `${path}/${name}`),
    );
  }
  return [];
}

/**
 * Whether references in records of this schema block the deletion of their target. Parts and internal resources do not,
 * and neither does `treeScope`, which follows from another reference.
 */
const blocksDeletion = (schema: ResourceVocabulary) => !isPart(schema) && !schema['x-store']?.internal;
const isTreeScope = (path: string) => path === 'treeScope';

/** The reference fields in all resources that block the deletion of a record of this type (referential integrity). */
export function referenceFieldsTo(type: ResourceName): { name: ResourceName; path: string }[] {
  return Object.values(schemas)
    .filter(blocksDeletion)
    .flatMap(({ title, properties }) => {
      const paths = referencePaths(type, properties).filter((path) => !isTreeScope(path));
      return isResourceName(title) ? paths.map((path) => ({ name: title, path })) : [];
    });
}

/**
 * The properties of all stored records that refer to a record of this type, weak references included: what a merge of
 * two records replaces. Throws for references in lists and objects, which no merge replaces so far.
 */
export function mergedReferencesTo(type: ResourceName): { name: ResourceName; field: string }[] {
  return storedNames.flatMap((name) => {
    const { properties } = resource(name).schema;
    const weak = Object.keys(properties).filter((field) => properties[field]?.['x-weak-ref'] === type);
    const paths = referencePaths(type, properties).filter((path) => !isTreeScope(path));
    const unsupported = paths.find((path) => properties[path]?.['x-ref'] !== type);
    if (unsupported) throw new Error(`A merge cannot replace the ${type} in ${name}.${unsupported}`);
    return [...paths, ...weak].map((field) => ({ name, field }));
  });
}

/**
 * Whether records of this resource can be deleted: the schema offers a delete operation or grants the action to a
 * role.
 */
function isEverRemoved({ operations, nested, schema }: Resource): boolean {
  const grants = Object.values(schema['x-access'] ?? {}).flat();
  const offered = [operations, nested?.operations ?? [], ...grants.map(({ actions }) => actions)];
  return offered.some((each) => each.some((operation) => operation === 'delete'));
}

const deletable = [...resources.values()].filter(isEverRemoved).map(({ name }) => name);

/**
 * Returns a function that lists the references of a record whose targets can be deleted. For most resources there are
 * none, and it costs nothing.
 */
export function deletableReferences({ schema }: Resource): (record: object) => Reference[] {
  const properties = blocksDeletion(schema) ? Object.entries(schema.properties) : [];
  const referencing = properties.filter(
    ([name, property]) =>
      !isTreeScope(name) && deletable.some((type) => referencePaths(type, { [name]: property }).length > 0),
  );
  if (referencing.length === 0) return () => [];
  return (record) =>
    referencing
      .flatMap(([name, property]) => collectReferences(property, Reflect.get(record, name), `/${name}`))
      .filter(({ type }) => deletable.includes(type));
}
