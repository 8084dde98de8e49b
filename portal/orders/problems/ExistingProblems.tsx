import { useEffect, useState } from 'react';
import { existingProblems } from '#schemas/forms/existing-problems.ts';
import { createFilling } from '#schemas/forms/filling/filling.ts';
import type { Problem } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { describeProblem } from '../../forms/describeProblem.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import styles from '../OrderSummary.module.css';
import { formDataProblems, isOfForm } from './orderProblems.ts';

/**
 * Problems that do not block a change of a COMPLETE order, because the booked order already has them (design 6,
 * 'Changes of a COMPLETE order'). While the change is being typed, they are computed here with the server's function;
 * afterwards the server reports them.
 */
export function ExistingProblems({
  order,
  store,
  isChanging,
}: {
  order: PopulatedOrder;
  store: FormStore;
  isChanging: boolean;
}) {
  const [existing, setExisting] = useState<readonly Pick<Problem, 'path' | 'message'>[]>([]);
  const serverProblems = order.problems?.filter(({ isExisting }) => isExisting) ?? [];
  useEffect(() => {
    let last: readonly Pick<Problem, 'path' | 'message'>[] = [];
    const find = isChanging ? comparing(order, store) : () => formDataProblems(order.problems ?? []).filter(isMarked);
    const update = () => {
      const found = find();
      if (isEqual(found, last)) return;
      last = found;
      setExisting(found);
      store.exempt(found);
    };
    update();
    const stop = store.subscribeAll(update);
    return () => {
      stop();
      store.exempt([]);
      setExisting([]);
    };
  }, [order, store, isChanging]);
  const texts = [
    ...existing.map((problem) => describeProblem(store, problem).text),
    ...serverProblems.filter((problem) => !isOfForm(problem)).map(({ message }) => message),
  ];
  if (texts.length === 0) return null;
  return (
    <details className={styles.existing}>
      <summary>{texts.length === 1 ? '1 existing problem' : `${texts.length} existing problems`}</summary>
      <p>Already in the complete order. Doesn't block the change.</p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

const isMarked = ({ isExisting }: { isExisting?: boolean }) => isExisting === true;

/** Returns a function that compares the current input with the booked order, whose filling is computed once. */
function comparing({ formData, client }: PopulatedOrder, store: FormStore): () => readonly Problem[] {
  const context = { ...store.context(), client: typeof client === 'string' ? null : client };
  const before = { filling: createFilling(store.form, formData, context, { calculation: 'none' }), context };
  return () => {
    const filling = store.filling();
    const problems = filling.problems();
    if (problems.length === 0) return [];
    const same = new Set(existingProblems(before, { filling, context: store.context() }));
    return problems.filter((_, index) => same.has(index));
  };
}
