import type { Order } from '#schemas/generated/types.ts';
import { idOf, type ShownOrder } from '../../api/queries.ts';
import type { Side } from '../../forms/marks/formMarks.ts';
import { MarkTexts } from '../../forms/marks/MarkTexts.tsx';
import { lineMarks } from './lineMarks.ts';
import { LineMarksContext } from './lineMarksContext.ts';
import { lineName } from './lineName.ts';
import { OrderLines } from './OrderLines.tsx';
import { useLineProducts } from './useLineProducts.ts';

type Lines = Order['products'];

/** The lines of one state of an order, to read, with what is another in them than in the other state. */
export function MarkedLines({
  order,
  states,
  shown,
}: {
  /** The order as it is now, which knows names. */
  order: ShownOrder;
  states: Record<Side, Lines>;
  shown: Side;
}) {
  const products = useLineProducts(order.id, order.products, order.products);
  const { textsOf, away } = lineMarks(states, shown, (product) => products.get(product)?.schema);
  const known = new Map(order.products.map(({ product }) => [idOf(product), product]));
  const named = (line: Lines[number]) => ({ ...line, product: known.get(line.product) ?? line.product });
  const words = shown === 'now' ? 'Removed' : 'Added later';
  return (
    <LineMarksContext value={(id) => <MarkTexts texts={textsOf(id)} />}>
      <OrderLines order={order} lines={states[shown].map(named)} problems={[]} sought={undefined} />
      <MarkTexts texts={away.map((line) => `${words}: ${lineName(named(line))}`)} />
    </LineMarksContext>
  );
}
