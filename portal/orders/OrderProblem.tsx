import { keysOf, pointerOf } from '#schemas/forms/pointer.ts';
import type { FieldProblem } from '../api/ApiError.ts';
import type { ShownOrder } from '../api/queries.ts';
import { problemInWords } from '../forms/problemWords.ts';
import type { FormStore } from '../forms/store/formStore.ts';
import { WhyRefusedProblem } from '../forms/why/loaded.ts';
import { LineProblem } from './lines/LineProblem.tsx';
import type { Lines } from './lines/mergedLines.ts';
import styles from './OrderSummary.module.css';
import { inForm } from './orderProblems.ts';

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
