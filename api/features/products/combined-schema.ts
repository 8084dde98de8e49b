import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap, Product } from '#schemas/generated/types.ts';

interface Above {
  parent: string | null;
  schema: JsonMap;
}

/** The combined schema for a product's lines: those of its ancestors, root first, and its own (design 6: allOf). */
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
  return filled.length === 1
    ? (filled[0] ?? {})
    : { allOf: filled.map((each, at) => withRefsAt(each, `#/allOf/${at}/`)) };
}

/** Moves a schema into another one: rewrites its internal `$ref`s to the new position. */
function withRefsAt(value: unknown, at: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withRefsAt(each, at));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? each.replace(/^#\//, at) : withRefsAt(each, at),
    ]),
  );
}
