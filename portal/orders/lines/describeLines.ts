import { type FieldDescription, rowsText, unknownPlace, valueText } from '#schemas/changes/words/place.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { lineLabels } from '#schemas/orders/line-labels.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { lineName } from './lineName.ts';
import type { Lines } from './mergeLines.ts';

/**
 * Describes the lines of an order for diffs: lines labeled by product name, their data by the titles of the product's
 * schema.
 */
export function describeLines(lines: Lines): FieldDescription {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const inside = (id: string): FieldDescription => {
    const line = byId.get(id);
    const name = line ? lineName(line) : 'A product';
    const product = typeof line?.product === 'object' ? line.product : undefined;
    const labels = lineLabels(product?.combinedSchema ?? product?.schema);
    const inData = (key: string): FieldDescription => {
      const label = labels.get(key) ?? labelOf(key);
      return { ...unknownPlace(key), label, name: `“${label}”` };
    };
    const data: FieldDescription = { label: '', name: 'the details', holds: 'group', inside: inData, text: valueText };
    const inLine = (key: string) => (key === 'data' ? data : unknownPlace(key));
    return { label: '', name, holds: 'group', inside: inLine, text: (value) => (isRecord(value) ? name : '–') };
  };
  const row = (value: unknown) => (isRecord(value) ? inside(String(value.id)).text(value) : '–');
  const text = rowsText({ ...unknownPlace(''), text: row });
  return { label: 'Product', name: 'the products', holds: 'rows', inside, text };
}
