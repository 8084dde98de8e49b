import type { JsonMap } from '../../generated/types.ts';
import { lineLabels, lineProperties } from '../../orders/line-labels.ts';
import { labelOf } from '../../resource/resource.ts';
import { type FieldDescription, groupText, unknownPlace, valueText } from './place.ts';

/**
 * The data of an order line, or an object in it, with the titles of its product's schema. A key without a title is
 * turned into words.
 */
export function schemaPlace(
  schema: JsonMap | undefined,
  names: Pick<FieldDescription, 'label' | 'name'> = { label: '', name: 'the line' },
): FieldDescription {
  const labels = lineLabels(schema);
  const inside = (key: string): FieldDescription => {
    const label = labels.get(key) ?? labelOf(key);
    const own = { label, name: `“${label}”` };
    // A product and its parent may both define it.
    const allOf = lineProperties(schema).flatMap(([name, property]) => (name === key ? [property] : []));
    if (lineProperties({ allOf }).length > 0) return schemaPlace({ allOf }, own);
    return { ...own, holds: 'value', inside: unknownPlace, text: valueText };
  };
  return { ...names, holds: 'group', inside, text: groupText(inside) };
}
