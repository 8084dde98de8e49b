import type { Order } from '#schemas/generated/types.ts';
import { idOf, type PopulatedOrder } from '../../api/queries.ts';
import type { ComparedSide } from '../../forms/marks/computeChangeMarks.ts';
import { MarkTexts } from '../../forms/marks/MarkTexts.tsx';
import { lineMarks } from './lineMarks.ts';
import { LineMarksContext } from './lineMarksContext.ts';
import { lineName } from './lineName.ts';
import { OrderLines } from './OrderLines.tsx';
import { useLineProducts } from './useLineProducts.ts';

type Lines = Order['products'];

/** The lines of one state of an order, read-only, with marks for the differences from the other state. */
export function DiffedLines({
  order,
  states,
  shown,
}: {
  /** The current order, for the names of its products. */
  order: PopulatedOrder;
  states: Record<ComparedSide, Lines>;
  shown: ComparedSide;
}) {
  const products = useLineProducts(order.id, order.products, order.products);
  const { textsOf, missingLines } = lineMarks(states, shown, (product) => products.get(product)?.schema);
  const productsById = new Map(order.products.map(({ product }) => [idOf(product), product]));
  const withProduct = (line: Lines[number]) => ({ ...line, product: productsById.get(line.product) ?? line.product });
  const words = shown === 'now' ? 'Removed' : 'Added later';
  return (
    <LineMarksContext value={(id) => <MarkTexts texts={textsOf(id)} />}>
      <OrderLines order={order} lines={states[shown].map(withProduct)} problems={[]} sought={undefined} />
      <MarkTexts texts={missingLines.map((line) => `${words}: ${lineName(withProduct(line))}`)} />
    </LineMarksContext>
  );
}
