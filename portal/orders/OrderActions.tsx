import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { actionsOn, type OrderRights, type Transition } from '#schemas/orders/transitions.ts';
import type { ShownOrder } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Editing } from '../editing/editing.ts';
import { Banner } from '../look/Banner.tsx';
import { Button, type ButtonKind } from '../look/Button.tsx';
import { TransitionDialog } from './dialogs.ts';
import styles from './OrderSummary.module.css';
import type { OrderChanges } from './orderChanges.ts';

/** What can be done with the order now, the main thing first (look, 'Order page'). */
export function OrderActions({
  now: { saved: order, isDirty, state },
  rights,
  isEditable,
  isUploading,
  check,
  save,
  onSave,
  onDone,
  onDeleted,
}: {
  now: Editing<ShownOrder>;
  rights: OrderRights;
  isEditable: boolean;
  /** What sends or saves the order waits for its files. */
  isUploading: boolean;
  /** Shows what is wrong; answers whether nothing is. */
  check: () => boolean;
  /** Saves a change of state with what is unsaved; answers whether it was saved. */
  save: (changes: OrderChanges) => Promise<boolean>;
  onSave: () => Promise<void>;
  /** A change of state was saved. */
  onDone: (transition: Transition) => void;
  onDeleted: (said: string) => void;
}) {
  const isSaving = state === 'saving' || state === 'loading';
  const [asking, setAsking] = useState<Transition>();
  const remove = useMutation({
    mutationFn: () => request({ method: 'DELETE', path: `orders/${order.id}`, revision: order.revision }),
    onSuccess: () => onDeleted(`${order.refCode} is deleted`),
  });
  const close = () => setAsking(undefined);
  const go = async (transition: Transition, fields: OrderChanges = {}) => {
    const { to } = transition;
    close();
    if (to === null) remove.mutate();
    else if (await save({ ...fields, status: to })) onDone(transition);
  };
  const press = (transition: Transition) => {
    if (transition.isChecked && !check()) return;
    if (transition.words.question) setAsking(transition);
    else void go(transition);
  };
  const [first, ...others] = actionsOn(order, rights);
  const button = (transition: Transition) => {
    const isWaiting = isUploading && transition.isChecked;
    return (
      <Button
        key={transition.action}
        kind={kindOf(transition)}
        isBusy={isSaving || remove.isPending || isWaiting}
        onClick={() => press(transition)}
      >
        {isWaiting ? 'Uploading…' : transition.words.label}
      </Button>
    );
  };
  return (
    <div className={styles.actions}>
      {first && button(first)}
      {isEditable && (
        <Button
          isBusy={isSaving || isUploading}
          disabled={!isUploading && !isDirty && order.status !== 'DRAFT'}
          onClick={() => void onSave()}
          title="Ctrl+S"
        >
          {isUploading ? 'Uploading…' : order.status === 'DRAFT' ? 'Save draft' : 'Save changes'}
        </Button>
      )}
      {others.map(button)}
      {remove.error && <Banner status="error" title={remove.error.message} />}
      {asking?.words.question && (
        <TransitionDialog
          transition={asking}
          question={asking.words.question}
          onClose={close}
          onAnswer={(fields) => void go(asking, fields)}
        />
      )}
    </div>
  );
}

/** What takes the order's data on stands out, what ends it stays back. */
function kindOf({ isChecked, to }: Transition): ButtonKind {
  if (isChecked) return 'primary';
  return to === null || to === 'CANCELED' ? 'quiet' : 'plain';
}
