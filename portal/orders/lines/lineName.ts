import { labelOf } from '#schemas/resource/resource.ts';
import { nameOf, type ShownLine } from '../../api/queries.ts';

/** The name of a line's product; where that may not be read, what its key says. */
export function lineName({ product, key }: Pick<ShownLine, 'product' | 'key'>): string {
  return nameOf(product, key ? labelOf(key) : 'A product');
}
