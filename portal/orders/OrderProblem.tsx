import { keysOf, pointerOf } from '#schemas/forms/pointer.ts';
import type { FieldProblem } from '../api/ApiError.ts';
import type { PopulatedOrder } from '../api/queries.ts';
import { describeProblem } from '../forms/describeProblem.ts';
import type { FormStore } from '../forms/store/formStore.ts';
import { LazyWhyFormError } from '../forms/why/lazyExplanations.ts';
import { LineProblem } from './lines/LineProblem.tsx';
import type { Lines } from './lines/mergeLines.ts';
import styles from './OrderSummary.module.css';
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
