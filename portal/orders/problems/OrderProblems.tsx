import { useState } from 'react';
import type { FieldProblem } from '../../api/ApiError.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { FormStoreContext } from '../../forms/store/hooks.ts';
import { Icon } from '../../look/Icon.tsx';
import type { Lines } from '../lines/mergeLines.ts';
import styles from '../OrderSummary.module.css';

import orderOutlineStyles from './OrderOutline.module.css';
import { OrderProblem } from './OrderProblem.tsx';
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
