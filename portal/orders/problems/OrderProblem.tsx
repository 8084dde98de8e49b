import { useQuery } from '@tanstack/react-query';
import { keysOf, pointerOf } from '#schemas/forms/pointer.ts';
import type { FieldProblem } from '../../api/ApiError.ts';
import { idOf, type PopulatedLine, type PopulatedOrder } from '../../api/queries.ts';
import { describeProblem } from '../../forms/describeProblem.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { LazyWhyFormError } from '../../forms/why/lazyExplanations.ts';
import { lineProblemText } from '../lines/lineLabels.ts';
import { lineName } from '../lines/lineName.ts';
import type { Lines } from '../lines/mergeLines.ts';
import { orderProducts } from '../lines/useLineProducts.ts';
import styles from '../OrderSummary.module.css';
import { formDataProblems } from './orderProblems.ts';

/** One validation problem in words, as a button that jumps to its field. */
export function OrderProblem({
  problem,
  store,
  order,
  lines,
  onJump,
}: {
  problem: FieldProblem;
  store: FormStore;
  order: PopulatedOrder;
  lines: Lines;
  onJump: (path: string) => void;
}) {
  const { path, message } = problem;
  const [inData] = formDataProblems([problem]);
  const words = inData && describeProblem(store, inData);
  const [field, number, , ...keys] = keysOf(path);
  const line = field === 'products' ? lines[Number(number)] : undefined;
  return (
    <>
      <button type="button" className={styles.jump} onClick={() => onJump(path)}>
        {words?.text ??
          (line ? <LineProblem order={order} line={line} path={pointerOf(keys)} message={message} /> : message)}
      </button>
      {inData && words && !words.isShownByField && (
        <LazyWhyFormError
          name={words.location || 'The form'}
          problem={{ path: inData.path, message, value: inData.value ?? null }}
        />
      )}
    </>
  );
}

interface LineProblemProps {
  order: PopulatedOrder;
  line: PopulatedLine;
  /** A JSON pointer into the line's data. */
  path: string;
  message: string;
}

/** The message of a line's problem, with the title of the field in the product's schema. */
function LineProblem({ order, line, path, message }: LineProblemProps) {
  const { data: products } = useQuery(orderProducts(order.id, order.products));
  const schema = products?.find(({ id }) => id === idOf(line.product))?.schema;
  return <span>{`${lineName(line)}: ${lineProblemText(path, message, schema)}`}</span>;
}
