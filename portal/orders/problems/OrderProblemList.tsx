import type { FieldProblem } from '../../api/ApiError.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import type { Lines } from '../lines/mergeLines.ts';
import styles from './OrderOutline.module.css';
import { OrderProblem } from './OrderProblem.tsx';
import { groupedProblems } from './sections.ts';

/** The validation problems in page order, grouped by section and row; each jumps to its field. */
export function OrderProblemList({
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
    <ul className={styles.groups} aria-label="Items to complete">
      {groupedProblems(problems, store, lines).map((group) => (
        <li key={group.name}>
          <span className={styles.place}>{group.name}</span>
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
