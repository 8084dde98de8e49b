import { isRecord } from '#schemas/forms/is-record.ts';
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
  if (filled.length === 0) return {};
  return filled.length === 1 ? (filled[0] ?? {}) : { allOf: filled.map((each, at) => placed(each, `#/allOf/${at}/`)) };
}

/** The same schema as a part of another: what it refers to within itself stands there now. */
function placed(value: unknown, at: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => placed(each, at));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? each.replace(/^#\//, at) : placed(each, at),
    ]),
  );
}
