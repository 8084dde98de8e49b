import { schemas } from '#schemas/generated/registry.ts';
import { isAttachment } from '#schemas/resource/paths-to.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { isResourceName } from '../../store/model.ts';

/** The names under which `populate` asks for a field's references: `product` stands for those inside `products`. */
export function populatedNames(field: Field): string[] {
  const { kind, name, property } = field;
  if (kind === 'reference') return [name.replace(/Id$/, '')];
  if (attachedType(field)) return [name];
  const inside = Object.entries(property.items?.properties ?? {}).filter(([, each]) => each['x-ref']);
  return inside.map(([each]) => each.replace(/Id$/, ''));
}

/** All that `populate` knows of a resource: its references, and what reading one record brings with it. */
export const populateNames = ({ fields }: Pick<Resource, 'fields'>, brought?: string): string[] => [
  ...fields.flatMap(populatedNames),
  ...(brought ? [brought] : []),
];

/** What a list of ids names, where that belongs to the record, such as its files; other such lists are never populated. */
export function attachedType({ property }: Field): string | undefined {
  const type = property.items?.['x-ref'];
  return type && isResourceName(type) && isAttachment(schemas[type]) ? type : undefined;
}
