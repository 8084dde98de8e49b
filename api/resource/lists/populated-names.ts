import type { Field } from '#schemas/resource/resource.ts';

/** The names under which `populate` asks for a field's references: `product` stands for those inside `products`. */
export function populatedNames({ kind, name, property }: Field): string[] {
  if (kind === 'reference') return [name.replace(/Id$/, '')];
  const inside = Object.entries(property.items?.properties ?? {}).filter(([, each]) => each['x-ref']);
  return inside.map(([each]) => each.replace(/Id$/, ''));
}
