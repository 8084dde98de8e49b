import { valueText } from '#schemas/changes/words/place.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { labelOf } from '#schemas/resource/resource.ts';

export type LineFact = { key: string; label: string; text: string };

/** A line's data for reading, under the titles of its product's schema, in the schema's order. */
export function lineFacts(data: JsonMap, schema: JsonMap | undefined): LineFact[] {
  const titles = titlesIn(schema);
  const keys = [...new Set([...titles.keys(), ...Object.keys(data)])].filter((key) => data[key] !== undefined);
  return keys.map((key) => ({ key, label: titles.get(key) ?? labelOf(key), text: valueText(data[key]) }));
}

/** The titles of a schema's properties, parents' first: a combined schema lists them under allOf (design 6). */
function titlesIn(schema: unknown): Map<string, string> {
  if (!isRecord(schema)) return new Map();
  const parts: unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [];
  const own = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  return new Map([
    ...parts.flatMap((part) => [...titlesIn(part)]),
    ...own.map(([key, property]): [string, string] => {
      const title = isRecord(property) ? property.title : undefined;
      return [key, typeof title === 'string' ? title : labelOf(key)];
    }),
  ]);
}
