import { labelOf } from '#schemas/resource/resource.ts';
import { nameOf, type ShownLine } from '../../api/queries.ts';

/** Returns the name of a line's product; if it may not be read, a label derived from its key. */
export function lineName({ product, key }: Pick<ShownLine, 'product' | 'key'>): string {
  return nameOf(product, key ? labelOf(key) : 'A product');
}
