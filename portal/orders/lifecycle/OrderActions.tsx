import { useEffect, useState } from 'react';
import type { OrderRights } from '#schemas/orders/rights.ts';
import { availableTransitions, changeOf, type Transition } from '#schemas/orders/transitions.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import type { EditState } from '../../editing/editState.ts';
import { UnsavedChangesDialog } from '../../editing/UnsavedChangesDialog.tsx';
import { useShortcut } from '../../keys/useShortcut.ts';
import { Button, type ButtonKind } from '../../look/Button.tsx';
import hidden from '../../look/VisuallyHidden.module.css';
import type { OrderStore } from '../editing/orderStore.ts';
import type { OrderPatch } from '../editing/savedOrder.ts';
import styles from '../OrderSummary.module.css';
import { LazyTransitionDialog } from './lazyDialogs.ts';

/** The action buttons of an order: transitions, save, and change, the most important first (look, 'Order page'). */
export function OrderActions({
  now: { saved: order, isDirty, state },
  rights,
  isEditable,
  isChanging,
  setChanging,
  isUploading,
  openConflictDialog,
  check,
  save,
  onSave,
  onTransition,
  onDelete,
}: {
  now: EditState<PopulatedOrder>;
  rights: OrderRights;
  isEditable: boolean;
  /** Whether a closed order is being changed on this page. `setChanging` starts that, or discards the change. */
  isChanging: boolean;
  setChanging: OrderStore['setChanging'];
  /** Submitting and saving wait for running uploads. */
  isUploading: boolean;
  /** Opens the merge dialog if a conflict is open. Returns whether there was one. */
  openConflictDialog: () => boolean;
  /** Shows the validation problems. Returns their number. */
  check: () => number;
  /** Saves a transition together with the unsaved changes. Resolves to whether it was saved. */
  save: (changes: OrderPatch) => Promise<boolean>;
  onSave: () => Promise<void>;
  /** Called after a transition is saved. */
  onTransition: (transition: Transition) => void;
  onDelete: () => void;
}) {
  const isSaving = state === 'saving' || state === 'loading';
  const [asking, setAsking] = useState<Transition>();
  const [isDropping, setDropping] = useState(false);
  /** The problems that refused the last attempt, for screen readers. */
  const [refused, setRefused] = useState({ count: 0, attempt: 0 });
  const close = () => setAsking(undefined);
  const go = async (transition: Transition, fields: OrderPatch = {}) => {
    const { to } = transition;
    close();
    if (to === null) onDelete();
    else if (await save({ ...fields, status: to })) onTransition(transition);
  };
  const press = (transition: Transition) => {
    if (openConflictDialog()) return;
    const count = transition.isValidated ? check() : 0;
    setRefused({ count, attempt: refused.attempt + 1 });
    if (count > 0) return;
    if (transition.words.question) setAsking(transition);
    else void go(transition);
  };
  const change = changeOf(order, rights);
  const available = isChanging && change ? [change] : availableTransitions(order, rights);
  // A new order is not created yet, so there is nothing to delete or cancel.
  const [likeliest, ...rest] = available.filter(({ isValidated }) => isValidated || order.id !== '');
  // A transition that advances the order comes first. One that ends it comes after the button that changes it.
  const first = likeliest?.isValidated ? likeliest : undefined;
  const others = likeliest && !first ? [likeliest, ...rest] : rest;
  const isFresh = useFresh(`${order.status} ${isChanging}`);
  const isBusy = isSaving || isFresh;
  useShortcut('Ctrl+Enter', first && !isBusy && !isUploading ? () => press(first) : undefined);
  const button = (transition: Transition) => {
    const isWaiting = isUploading && transition.isValidated;
    return (
      <Button
        key={transition.action}
        kind={kindOf(transition)}
        isBusy={isBusy || isWaiting}
        onClick={() => press(transition)}
      >
        {isWaiting ? 'Uploading…' : transition.words.label}
      </Button>
    );
  };
  return (
    <div className={styles.actions}>
      <p className={hidden.unseen} role="status">
        {refused.count > 0 && (
          <span key={refused.attempt}>
            {`Not submitted: ${refused.count} ${refused.count === 1 ? 'item' : 'items'} to complete`}
          </span>
        )}
      </p>
      {first && button(first)}
      {isEditable && !isChanging && (
        <Button
          isBusy={isSaving || isUploading}
          disabled={!isUploading && !isDirty && order.status !== 'DRAFT'}
          onClick={() => void onSave()}
          title="Ctrl+S"
        >
          {isUploading ? 'Uploading…' : order.status === 'DRAFT' ? 'Save draft' : 'Save changes'}
        </Button>
      )}
      {change && (
        <Button
          isBusy={isBusy}
          onClick={() => (isChanging && isDirty ? setDropping(true) : setChanging(isChanging ? null : mayMakeChange))}
        >
          {isChanging ? 'Discard change' : 'Change'}
        </Button>
      )}
      {others.map(button)}
      {isDropping && (
        <UnsavedChangesDialog
          onAnswer={(isFine) => {
            setDropping(false);
            if (isFine) setChanging(null);
          }}
        />
      )}
      {asking?.words.question && (
        <LazyTransitionDialog
          transition={asking}
          question={asking.words.question}
          onClose={close}
          onAnswer={(fields) => void go(asking, fields)}
        />
      )}
    </div>
  );
}

/** Longer than a double click takes; milliseconds. */
const settling = 700;

/**
 * Whether the set of buttons has just changed. The second click of a double click must not hit the button that has
 * taken the place of the first.
 */
function useFresh(shown: string): boolean {
  const [settled, setSettled] = useState(shown);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), settling);
    return () => clearTimeout(timer);
  }, [shown]);
  return settled !== shown;
}

/** Transitions that submit the order's data are emphasized; those that end it are not. */
function kindOf({ isValidated, to }: Transition): ButtonKind {
  if (isValidated) return 'primary';
  return to === null || to === 'CANCELED' ? 'quiet' : 'plain';
}

const mayMakeChange = (order: PopulatedOrder, rights: OrderRights) => changeOf(order, rights) !== undefined;
