import { valueText } from '#schemas/changes/words/place.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineMoney } from '#schemas/orders/line-amount.ts';
import { lineLabels, lineProperties } from '#schemas/orders/line-labels.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { moneyText } from '#schemas/texts/money.ts';

export type LineFact = { key: string; label: string; text: string /** The ids of files. */; files: string[] };

/** Returns the display values of a line's data, labeled and sorted by its product's schema. */
export function lineFacts(data: JsonMap, schema: JsonMap | undefined): LineFact[] {
  const labels = lineLabels(schema);
  const money = lineMoney(schema);
  const properties = new Map(lineProperties(schema));
  const keys = [...new Set([...labels.keys(), ...Object.keys(data)])].filter((key) => data[key] !== undefined);
  return keys.map((key) => ({
    key,
    label: labels.get(key) ?? labelOf(key),
    text: money.has(key) && typeof data[key] === 'number' ? moneyText(data[key], money.get(key)) : valueText(data[key]),
    files: filesIn(data[key], properties.get(key)),
  }));
}

/** Returns the file ids in a value, as its schema declares them. */
function filesIn(value: unknown, schema: unknown): string[] {
  if (!isRecord(schema)) return [];
  if (Array.isArray(value)) return value.flatMap((each) => filesIn(each, schema.items));
  return schema.format === 'file' && typeof value === 'string' ? [value] : [];
}
