import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { keysOf, pointerOf } from '#schemas/forms/pointer.ts';
import type { FieldProblem } from '../../api/ApiError.ts';
import { idOf, type PopulatedLine, type PopulatedOrder } from '../../api/queries.ts';
import { describeProblem } from '../../forms/describeProblem.ts';
import { LazyWhyFormError } from '../../forms/ErrorSummary.tsx';
import type { FormStore } from '../../forms/store/formStore.ts';
import { FormStoreContext } from '../../forms/store/hooks.ts';
import { useShortcut } from '../../keys/useShortcut.ts';
import { Icon } from '../../look/Icon.tsx';
import { lineName, lineProblemText } from '../lines/lineLabels.ts';
import type { Lines } from '../lines/mergeLines.ts';
import { orderProducts } from '../lines/useLineProducts.ts';
import styles from '../OrderSummary.module.css';
import orderOutlineStyles from './OrderOutline.module.css';
import { formDataProblems } from './orderProblems.ts';
import { groupedProblems } from './sections.ts';

/** The validation summary: the problems of client, form and lines in one list with one count. */
export function OrderProblems({
  problems,
  store,
  order,
  lines,
  isOpen,
  onJump,
}: {
  problems: readonly FieldProblem[];
  store: FormStore;
  order: PopulatedOrder;
  lines: Lines;
  /** Opens the list, as after a failed submit. */
  isOpen: boolean;
  onJump: (path: string) => void;
}) {
  useNextProblemKey(problems, onJump);
  // Compute the list only when it is opened.
  const [wasOpened, setOpened] = useState(false);
  if (problems.length === 0) {
    return (
      <p className={styles.fine}>
        <Icon name="check" size={16} />
        Nothing is missing
      </p>
    );
  }
  return (
    <FormStoreContext value={store}>
      <details
        className={styles.problems}
        open={isOpen || undefined}
        onToggle={(event) => event.currentTarget.open && setOpened(true)}
      >
        <summary>{`${problems.length} item${problems.length > 1 ? 's' : ''} to complete`}</summary>
        {(isOpen || wasOpened) && (
          <OrderProblemList problems={problems} store={store} order={order} lines={lines} onJump={onJump} />
        )}
      </details>
    </FormStoreContext>
  );
}

/** The validation problems in page order, grouped by section and row; each jumps to its field. */
function OrderProblemList({
  problems,
  store,
  order,
  lines,
  onJump,
}: {
  problems: readonly FieldProblem[];
  store: FormStore;
  order: PopulatedOrder;
  lines: Lines;
  onJump: (path: string) => void;
}) {
  return (
    <ul className={orderOutlineStyles.groups} aria-label="Items to complete">
      {groupedProblems(problems, store, lines).map((group) => (
        <li key={group.name}>
          <span className={orderOutlineStyles.place}>{group.name}</span>
          <ul>
            {group.problems.map((problem) => (
              <li key={`${problem.path} ${problem.message}`}>
                <OrderProblem problem={problem} store={store} order={order} lines={lines} onJump={onJump} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** One validation problem in words, as a button that jumps to its field. */
function OrderProblem({
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

/** Hook: the key F8 jumps to the next problem, and from the last to the first. */
function useNextProblemKey(problems: readonly FieldProblem[], onJump: (path: string) => void): void {
  const last = useRef<string>(undefined);
  const next = () => {
    // Several problems of one field count once.
    const paths = [...new Set(problems.map(({ path }) => path))];
    const path = paths[(paths.indexOf(last.current ?? '') + 1) % paths.length];
    last.current = path;
    if (path !== undefined) onJump(path);
  };
  useShortcut('F8', problems.length > 0 ? next : undefined);
}
