import { valueText } from '#schemas/changes/words/place.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineLabels } from '#schemas/orders/line-labels.ts';
import { labelOf } from '#schemas/resource/resource.ts';

export type LineFact = { key: string; label: string; text: string };

/** A line's data for reading, under the titles of its product's schema, in the schema's order. */
export function lineFacts(data: JsonMap, schema: JsonMap | undefined): LineFact[] {
  const titles = lineLabels(schema);
  const keys = [...new Set([...titles.keys(), ...Object.keys(data)])].filter((key) => data[key] !== undefined);
  return keys.map((key) => ({ key, label: titles.get(key) ?? labelOf(key), text: valueText(data[key]) }));
}
