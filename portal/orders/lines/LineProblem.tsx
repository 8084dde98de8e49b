import { useQuery } from '@tanstack/react-query';
import { idOf, type ShownLine, type ShownOrder } from '../../api/queries.ts';
import { lineName } from './lineName.ts';
import { lineProblemText } from './lineWords.ts';
import { orderProducts } from './useLineProducts.ts';

interface LineProblemProps {
  order: ShownOrder;
  line: ShownLine;
  /** Leads within the line's data. */
  path: string;
  message: string;
}

/** A problem of a line, with its field as the line's product calls it. */
export function LineProblem({ order, line, path, message }: LineProblemProps) {
  const { data: products } = useQuery(orderProducts(order.id, order.products));
  const schema = products?.find(({ id }) => id === idOf(line.product))?.schema;
  return <span>{`${lineName(line)}: ${lineProblemText(path, message, schema)}`}</span>;
}
