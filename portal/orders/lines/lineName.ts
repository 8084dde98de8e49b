import { labelOf } from '#schemas/resource/resource.ts';
import { nameOf, type PopulatedLine } from '../../api/queries.ts';

/** Returns the name of a line's product; if it may not be read, a label derived from its key. */
export function lineName({ product, key }: Pick<PopulatedLine, 'product' | 'key'>): string {
  return nameOf(product, key ? labelOf(key) : 'A product');
}
