import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineLabels } from '#schemas/orders/line-labels.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { nameOf, type PopulatedLine } from '../../api/queries.ts';

/** Returns the label of a path in a line's data, outermost part first; list rows by their number. */
function lineLabel(path: string, schema: JsonMap | undefined): string {
  const [first, ...rest] = keysOf(path);
  if (first === undefined) return '';
  const label = lineLabels(schema).get(first) ?? labelOf(first);
  return [label, ...rest.map((key) => (/^\d+$/.test(key) ? String(Number(key) + 1) : labelOf(key)))].join(' ');
}

/** Returns the message of a problem, prefixed with the label of its field unless the message contains it. */
export function lineProblemText(path: string, message: string, schema: JsonMap | undefined): string {
  const label = lineLabel(path, schema);
  return label === '' || message.startsWith('Missing required field') ? message : `${label}: ${message}`;
}

/** Returns the name of a line's product; if it may not be read, a label derived from its key. */
export function lineName({ product, key }: Pick<PopulatedLine, 'product' | 'key'>): string {
  return nameOf(product, key ? labelOf(key) : 'A product');
}
