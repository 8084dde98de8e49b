import type { Resource } from './resource.ts';

/**
 * The reference that puts records of a resource into the entity tree: `x-store.place`, or its only reference to a tree
 * node. Undefined if the resource is not in the tree, or its own code computes `treeScope`.
 */
export function treeReferenceOf({ schema }: Pick<Resource, 'schema'>): string | undefined {
  const node = schema.properties.treeScope?.items?.['x-ref'];
  if (!node) return undefined;
  const references = Object.entries(schema.properties).filter(([, property]) => property['x-ref'] === node);
  return schema['x-store']?.place ?? references[0]?.[0];
}
