import type { JsonMap, Product } from '#schemas/generated/types.ts';

interface Above {
  parent: string | null;
  schema: JsonMap;
}

/** The schema that a line of the product must fit: its parents' and its own, the root's first (design 6: allOf). */
export function combinedSchemaOf(
  { schema, parent }: Pick<Product, 'schema' | 'parent'>,
  above: Map<string, Above>,
): JsonMap {
  const chain: JsonMap[] = [schema];
  for (
    let next = parent ? above.get(parent) : undefined;
    next;
    next = next.parent ? above.get(next.parent) : undefined
  ) {
    chain.unshift(next.schema);
  }
  const filled = chain.filter((each) => Object.keys(each).length > 0);
  return filled.length === 1 ? (filled[0] ?? {}) : filled.length === 0 ? {} : { allOf: filled };
}
