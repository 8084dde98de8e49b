import { type Step, stepBack } from '#schemas/changes/patch.ts';
import { type Difference, differences } from '#schemas/changes/words/differences.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import type { Form } from '#schemas/forms/form.ts';
import type { OrderVersion } from '#schemas/generated/types.ts';
import { idOf, nameOf, type ShownLine, type ShownOrder } from '../api/queries.ts';
import { lineName } from './lineName.ts';

/**
 * What differs between an order whose change waits and the complete order that it was, by its versions, newest first; null where
 * the version that began the change is not among them.
 */
export function changeDifferences(
  order: ShownOrder,
  form: Form,
  versions: readonly OrderVersion[],
): Difference[] | null {
  const opening = versions.findIndex(({ extra }) => extra.from === 'COMPLETE' && extra.to === 'PENDING');
  if (opening < 0) return null;
  const now = {
    ...order,
    client: order.client && idOf(order.client),
    user: idOf(order.user),
    products: order.products.map((line) => ({ ...line, product: idOf(line.product) })),
  };
  const was = stepBack(now, versions.slice(0, opening + 1).map(stepOf), () => undefined);
  const isOtherClient = was.client !== now.client;
  return [
    ...(isOtherClient
      ? [{ path: '/client', label: 'Client', before: 'Another client', after: nameOf(order.client, '–') }]
      : []),
    ...differences(formPlace(form), was.formData, now.formData),
    ...lineDifferences(was.products, now.products, order),
  ];
}

const stepOf = ({ id, patch }: OrderVersion): Step => ({ id, patch });

type Lines = readonly Pick<ShownLine, 'id' | 'key'>[];

function lineDifferences(was: Lines, now: Lines, { products }: ShownOrder): Difference[] {
  const names = new Map(products.map((line) => [line.id, lineName(line)]));
  const told = (line: Lines[number], before: string, after: string) => ({
    path: `/products/${line.id}`,
    label: names.get(line.id) ?? lineName({ product: '', key: line.key }),
    before,
    after,
  });
  const has = (lines: Lines, { id }: Lines[number]) => lines.some((each) => each.id === id);
  return [
    ...was.filter((line) => !has(now, line)).map((line) => told(line, 'Ordered', '–')),
    ...now.filter((line) => !has(was, line)).map((line) => told(line, '–', 'Ordered')),
  ];
}
