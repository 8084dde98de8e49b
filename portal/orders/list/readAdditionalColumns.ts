import { recordPlace } from '#schemas/changes/words/record-place.ts';
import { Order as schema } from '#schemas/generated/registry.ts';
import { additionalFields } from '#schemas/orders/order-fields.ts';
import { propertyKindOf } from '#schemas/resource/kind.ts';
import type { AdditionalColumn } from './additionalColumns.ts';

/** Returns the columns of the additional order fields, with labels and display values from the schema. */
export function readAdditionalColumns(): AdditionalColumn[] {
  const place = recordPlace(schema);
  return additionalFields.map((name: string) => {
    const { label, text } = place.inside(name);
    const kind = propertyKindOf(schema.properties[name] ?? {}, name);
    return {
      key: name,
      title: label,
      isNumber: kind === 'number' || kind === 'integer' || kind === 'money',
      text: (order) => text(new Map<string, unknown>(Object.entries(order)).get(name)),
    };
  });
}
