import { keysOf, pointerOf } from '#schemas/forms/pointer.ts';
import type { FieldProblem } from '../api/ApiError.ts';
import type { ShownOrder } from '../api/queries.ts';
import { problemInWords } from '../forms/problemWords.ts';
import type { FormStore } from '../forms/store/formStore.ts';
import { StoreContext } from '../forms/store/hooks.ts';
import { WhyRefusedProblem } from '../forms/why/loaded.ts';
import { Icon } from '../look/Icon.tsx';
import { LineProblem } from './dialogs.ts';
import type { Lines } from './lines/mergedLines.ts';
import styles from './OrderSummary.module.css';
import { inForm } from './orderProblems.ts';

/** What is left to complete of client, form and lines: one list and one count, each a way to its place. */
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
  order: ShownOrder;
  lines: Lines;
  /** Whether the list is to be seen without being asked for, as after a try. */
  isOpen: boolean;
  onJump: (path: string) => void;
}) {
  if (problems.length === 0) {
    return (
      <p className={styles.fine}>
        <Icon name="check" size={16} />
        Nothing is missing
      </p>
    );
  }
  return (
    <StoreContext value={store}>
      <details className={styles.problems} open={isOpen || undefined}>
        <summary>{problems.length === 1 ? '1 thing to complete' : `${problems.length} things to complete`}</summary>
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.message}`}>
              <OrderProblem problem={problem} store={store} order={order} lines={lines} onJump={onJump} />
            </li>
          ))}
        </ul>
      </details>
    </StoreContext>
  );
}

function OrderProblem({
  problem,
  store,
  order,
  lines,
  onJump,
}: {
  problem: FieldProblem;
  store: FormStore;
  order: ShownOrder;
  lines: Lines;
  onJump: (path: string) => void;
}) {
  const { path, message } = problem;
  const [inData] = inForm([problem]);
  const words = inData && problemInWords(store, inData);
  const [field, number, , ...keys] = keysOf(path);
  const line = field === 'products' ? lines[Number(number)] : undefined;
  return (
    <>
      <button type="button" className={styles.jump} onClick={() => onJump(path)}>
        {words?.text ??
          (line ? <LineProblem order={order} line={line} path={pointerOf(keys)} message={message} /> : message)}
      </button>
      {inData && words && !words.isShownByField && (
        <WhyRefusedProblem
          name={words.place || 'The form'}
          problem={{ path: inData.path, message, value: inData.value ?? null }}
        />
      )}
    </>
  );
}
