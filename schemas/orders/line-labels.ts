import { isRecord } from '../forms/is-record.ts';
import type { JsonMap } from '../generated/types.ts';
import { labelOf } from '../resource/resource.ts';

/**
 * The labels of a line's data by key, the parents' first: a combined schema lists its parents under allOf (design 6).
 */
export function lineLabels(schema: JsonMap | undefined): Map<string, string> {
  const labels = new Map<string, string>();
  for (const [key, property] of lineProperties(schema)) {
    const title = isRecord(property) && typeof property.title === 'string' ? property.title : undefined;
    // A product that narrows a property of its parent need not repeat the title.
    if (title !== undefined || !labels.has(key)) labels.set(key, title ?? labelOf(key));
  }
  return labels;
}

/**
 * The properties of a line's schema with their subschemas, including those of alternatives (anyOf, oneOf, then, else).
 * A property that both product and parent define occurs twice.
 */
export function lineProperties(schema: unknown): [string, unknown][] {
  if (!isRecord(schema)) return [];
  const { properties, allOf, anyOf, oneOf } = schema;
  const parts = (list: unknown) => (Array.isArray(list) ? list.flatMap(lineProperties) : []);
  const own = isRecord(properties) ? Object.entries(properties) : [];
  return [...parts(allOf), ...own, ...parts(anyOf), ...parts(oneOf), ...parts([schema.then, schema.else])];
}
