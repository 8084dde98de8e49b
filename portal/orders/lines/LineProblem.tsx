import { useQuery } from '@tanstack/react-query';
import { idOf, type PopulatedLine, type PopulatedOrder } from '../../api/queries.ts';
import { lineProblemText } from './lineLabels.ts';
import { lineName } from './lineName.ts';
import { orderProducts } from './useLineProducts.ts';

interface LineProblemProps {
  order: PopulatedOrder;
  line: PopulatedLine;
  /** A JSON pointer into the line's data. */
  path: string;
  message: string;
}

/** The message of a line's problem, with the title of the field in the product's schema. */
export function LineProblem({ order, line, path, message }: LineProblemProps) {
  const { data: products } = useQuery(orderProducts(order.id, order.products));
  const schema = products?.find(({ id }) => id === idOf(line.product))?.schema;
  return <span>{`${lineName(line)}: ${lineProblemText(path, message, schema)}`}</span>;
}
