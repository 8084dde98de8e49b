import { schemas } from '#schemas/generated/registry.ts';
import type { Property, ResourceVocabulary } from '#schemas/generated/vocabulary.ts';
import { pathsTo } from '#schemas/resource/paths-to.ts';
import { isPart, type Resource } from '#schemas/resource/resource.ts';
import { isResourceName, type ResourceName, resources } from './model.ts';

/** A reference that a record holds, and where. */
export interface Reference {
  type: string;
  id: string;
  path: string;
}

/** Every reference that a value holds, with the place of each. */
export function referencesIn(property: Property, value: unknown, path: string): Reference[] {
  if (value === null || value === undefined) return [];
  if (property['x-ref'] && typeof value === 'string') return [{ type: property['x-ref'], id: value, path }];
  if (property.items && Array.isArray(value)) {
    const { items } = property;
    return value.flatMap((item: unknown, index) => referencesIn(items, item, `${path}/${index}`));
  }
  if (property.properties && typeof value === 'object') {
    return Object.entries(property.properties).flatMap(([name, each]) =>
      referencesIn(each, Reflect.get(value, name), `${path}/${name}`),
    );
  }
  return [];
}

/**
 * Whether what the records name has to stay: not what only the product itself keeps beside others, and of a place in
 * the tree not the line above it, which follows from the reference that gives the place.
 */
const isKept = (schema: ResourceVocabulary) => !isPart(schema) && !schema['x-store']?.internal;
const isLine = (path: string) => path === 'treeScope';

/** Where records of a type are named by others that keep them from being removed. */
export function referringTo(type: ResourceName): { name: ResourceName; path: string }[] {
  return Object.values(schemas)
    .filter(isKept)
    .flatMap(({ title, properties }) => {
      const paths = pathsTo(type, properties).filter((path) => !isLine(path));
      return isResourceName(title) ? paths.map((path) => ({ name: title, path })) : [];
    });
}

/** Whether there is a call that removes such records: one that the schema offers, or lets somebody make. */
function isEverRemoved({ operations, nested, schema }: Resource): boolean {
  const grants = Object.values(schema['x-access'] ?? {}).flat();
  const offered = [operations, nested?.operations ?? [], ...grants.map(({ actions }) => actions)];
  return offered.some((each) => each.some((operation) => operation === 'delete'));
}

const removed = [...resources.values()].filter(isEverRemoved).map(({ name }) => name);

/** Tells what some fields of a resource's record name that may be removed. Nothing for most resources, at no cost. */
export function removableReferences({ schema }: Resource): (record: object) => Reference[] {
  const properties = isKept(schema) ? Object.entries(schema.properties) : [];
  const naming = properties.filter(
    ([name, property]) => !isLine(name) && removed.some((type) => pathsTo(type, { [name]: property }).length > 0),
  );
  if (naming.length === 0) return () => [];
  return (record) =>
    naming
      .flatMap(([name, property]) => referencesIn(property, Reflect.get(record, name), `/${name}`))
      .filter(({ type }) => removed.includes(type));
}
