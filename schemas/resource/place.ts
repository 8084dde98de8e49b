import type { Resource } from './resource.ts';

/**
 * The reference that places the records of a resource in the tree: its schema names it in x-store.place, or has one to a node
 * of the tree alone. Undefined where there is no tree, or where the resource's own rules say where its records stand.
 */
export function placeNameOf({ schema }: Pick<Resource, 'schema'>): string | undefined {
  const node = schema.properties.treeScope?.items?.['x-ref'];
  if (!node) return undefined;
  const references = Object.entries(schema.properties).filter(([, property]) => property['x-ref'] === node);
  return schema['x-store']?.place ?? references[0]?.[0];
}
