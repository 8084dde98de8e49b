import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderRights } from '#schemas/orders/transitions.ts';
import { request } from '../api/request.ts';
import { Banner } from '../look/Banner.tsx';
import { Button, type ButtonKind } from '../look/Button.tsx';
import { useToast } from '../look/Toasts.tsx';
import { actionsOf, type OrderAction } from './actions.ts';
import { CancelDialog, DeleteDialog, ReasonDialog } from './dialogs.ts';
import styles from './OrderSummary.module.css';
import type { OrderEditing } from './useOrderEditing.ts';
import type { OrderChanges } from './useOrderSaving.ts';

const words: Record<OrderAction, { label: string; done: string; kind: ButtonKind }> = {
  submit: { label: 'Send for approval', done: 'Sent for approval', kind: 'primary' },
  approve: { label: 'Approve', done: 'Approved', kind: 'primary' },
  sendBack: { label: 'Send back', done: 'Sent back', kind: 'plain' },
  takeBack: { label: 'Take back', done: 'Taken back: it is a draft again', kind: 'plain' },
  reopen: { label: 'Reopen as a draft', done: 'Reopened: it is a draft again', kind: 'plain' },
  cancel: { label: 'Cancel order', done: 'Canceled', kind: 'quiet' },
  delete: { label: 'Delete draft', done: 'Deleted', kind: 'quiet' },
};

/** What can be done with the order now, the main thing first (look, 'Order page'). */
export function OrderActions({
  editing,
  rights,
  isUploading,
  check,
  onSave,
  onDeleted,
}: {
  editing: OrderEditing;
  rights: OrderRights;
  /** What sends or saves the order waits for its files. */
  isUploading: boolean;
  /** Shows what is wrong; answers whether nothing is. */
  check: () => boolean;
  onSave: () => Promise<void>;
  onDeleted: () => void;
}) {
  const { order, isEditable, isDirty, isSaving, save } = editing;
  const toast = useToast();
  const [asking, setAsking] = useState<'sendBack' | 'cancel' | 'delete'>();
  const remove = useMutation({
    mutationFn: () => request({ method: 'DELETE', path: `orders/${order.id}`, revision: order.revision }),
    onSuccess: () => {
      toast(`${order.refCode} is deleted`);
      onDeleted();
    },
  });
  const close = () => setAsking(undefined);
  const go = async (action: OrderAction, changes: OrderChanges) => {
    close();
    if (await save(changes)) toast(words[action].done);
  };
  const press: Record<OrderAction, () => void> = {
    submit: () => void (check() && go('submit', { status: 'PENDING' })),
    approve: () => void (check() && go('approve', { status: 'COMPLETE' })),
    takeBack: () => void go('takeBack', { status: 'DRAFT' }),
    reopen: () => void go('reopen', { status: 'DRAFT' }),
    sendBack: () => setAsking('sendBack'),
    cancel: () => setAsking('cancel'),
    delete: () => setAsking('delete'),
  };
  const [first, ...others] = actionsOf(order, rights);
  const button = (action: OrderAction) => (
    <Button
      key={action}
      kind={words[action].kind}
      isBusy={isSaving || remove.isPending || (isUploading && isCheckedAction(action))}
      onClick={press[action]}
    >
      {isUploading && isCheckedAction(action) ? 'Uploading…' : words[action].label}
    </Button>
  );
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
      {asking === 'cancel' && (
        <CancelDialog
          onClose={close}
          onCancelOrder={(reason) => void go('cancel', { status: 'CANCELED', ...reason })}
        />
      )}
      {asking === 'sendBack' && (
        <ReasonDialog onClose={close} onSend={(reason) => void go('sendBack', { status: 'DRAFT', reason })} />
      )}
      {asking === 'delete' && (
        <DeleteDialog
          refCode={order.refCode}
          onClose={close}
          onDelete={() => {
            close();
            remove.mutate();
          }}
        />
      )}
    </div>
  );
}

/** Whether an action takes the order's data on, with its files. */
const isCheckedAction = (action: OrderAction) => action === 'submit' || action === 'approve';
