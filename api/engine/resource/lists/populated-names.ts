import { schemas } from '#schemas/generated/registry.ts';
import { isAttachment } from '#schemas/resource/paths-to.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { isResourceName } from '../../store/model.ts';

/** The names of a field's references in `populate`: `product` selects those inside `products`. */
export function populatedNames(field: Field): string[] {
  const { kind, name, property } = field;
  if (kind === 'reference') return [name.replace(/Id$/, '')];
  if (attachmentType(field)) return [name];
  const inside = Object.entries(property.items?.properties ?? {}).filter(([, each]) => each['x-ref']);
  return inside.map(([each]) => each.replace(/Id$/, ''));
}

/** All names that `populate` accepts for a resource: its references, and the expansion of a single record. */
export const populateNames = ({ fields }: Pick<Resource, 'fields'>, expansion?: string): string[] => [
  ...fields.flatMap(populatedNames),
  ...(expansion ? [expansion] : []),
];

/** The resource of a list of attachment ids, such as files. Other lists of ids are never populated. */
export function attachmentType({ property }: Field): string | undefined {
  const type = property.items?.['x-ref'];
  return type && isResourceName(type) && isAttachment(schemas[type]) ? type : undefined;
}
