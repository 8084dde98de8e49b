import { useState } from 'react';
import type { FieldProblem } from '../api/ApiError.ts';
import type { ShownOrder } from '../api/queries.ts';
import type { FormStore } from '../forms/store/formStore.ts';
import { StoreContext } from '../forms/store/hooks.ts';
import { Icon } from '../look/Icon.tsx';
import { OrderProblem } from './dialogs.ts';
import type { Lines } from './lines/mergedLines.ts';
import styles from './OrderSummary.module.css';

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
  // What is in the list is loaded when somebody looks at it (performance 2).
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
    <StoreContext value={store}>
      <details
        className={styles.problems}
        open={isOpen || undefined}
        onToggle={(event) => event.currentTarget.open && setOpened(true)}
      >
        <summary>
          {problems.length} thing{problems.length > 1 && 's'} to complete
        </summary>
        {(isOpen || wasOpened) && (
          <ul>
            {problems.map((problem) => (
              <li key={`${problem.path} ${problem.message}`}>
                <OrderProblem problem={problem} store={store} order={order} lines={lines} onJump={onJump} />
              </li>
            ))}
          </ul>
        )}
      </details>
    </StoreContext>
  );
}
