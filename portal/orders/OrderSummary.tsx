import { useEffect, useId, useRef, useState } from 'react';
import type { PopulatedOrder } from '../api/queries.ts';
import type { AutosaveFailure } from '../editing/autosaveBackoff.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { Icon } from '../look/Icon.tsx';
import { StatusChip } from '../look/StatusChip.tsx';
import { LazyOrderFacts } from './lazyParts.ts';
import styles from './OrderSummary.module.css';

/**
 * The order summary, always visible: a side panel, and on phones a bar at the bottom that expands (look, 'Order page').
 */
export function OrderSummary({
  order,
  client,
  clientAddress,
  facts,
  problems,
  outline,
  problemCount,
  isDirty,
  isSaving,
  saveFailure,
  isStored,
  isEditable,
  children,
}: {
  order: PopulatedOrder;
  client: PopulatedOrder['client'];
  clientAddress: (id: string) => string;
  /** Additional facts of the surrounding app. */
  facts: ElementSlot;
  /** The validation summary, if there is one. */
  problems: ElementSlot;
  /** The amounts and the sections. */
  outline: ElementSlot;
  /** The number of open problems. */
  problemCount: number;
  isDirty: boolean;
  isSaving: boolean;
  /** Why the last autosave failed; automatic saves are paused meanwhile. */
  saveFailure: AutosaveFailure | null;
  /** Whether this device stores all unsaved changes. */
  isStored: boolean;
  isEditable: boolean;
  children: ElementSlot;
}) {
  const [isOpen, setOpen] = useState(false);
  const moreId = useId();
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const ending = import('./closeOnOutsideClick.ts').then(({ closeOnOutsideClick }) =>
      closeOnOutsideClick(summary, () => setOpen(false)),
    );
    return () => void ending.then((end) => end(), ignore);
  }, [isOpen]);
  const isSlow = useSlowNotice(isSaving);
  const slowNotice = `Saving is taking longer than usual.${isStored ? ' Stored on this device.' : ''}`;
  const trouble = saveFailure ? autosaveFailureText(saveFailure, isStored) : isSlow && slowNotice;
  // A new order is created when something is typed.
  const [clean, cleanInShort] = order.id === '' ? ['Saves as you type', 'New'] : ['All changes saved', 'Saved'];
  const saved = isSaving ? 'Saving…' : isDirty ? 'Unsaved changes' : clean;
  const savedInShort = isSaving ? 'Saving…' : isDirty ? 'Unsaved' : cleanInShort;
  return (
    <aside
      ref={summary}
      className={styles.summary}
      data-summary
      data-open={isOpen || undefined}
      data-draft={order.status === 'DRAFT' || undefined}
      data-blocked={trouble ? true : undefined}
      aria-label="Order summary"
    >
      <div className={styles.head}>
        <StatusChip status={order.status} />
        <span className={styles.saved} data-dirty={isDirty || undefined}>
          {isEditable && !trouble && (
            <span className={styles.words} data-short={savedInShort}>
              {saved}
            </span>
          )}
          {/* Only problems are announced to screen readers: autosaves happen every few seconds. */}
          {problemCount > 0 && !trouble && (
            <span className={styles.left} data-short={problemCount}>
              {`${isEditable ? ' · ' : ''}${problemCount} to complete`}
            </span>
          )}
          <span role="status">{trouble}</span>
        </span>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={moreId}
          aria-label="More about this order"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'up'} />
        </button>
      </div>
      <div className={styles.more} id={moreId}>
        <dl className={styles.facts}>
          {/* Rendered after the inputs (performance 2). */}
          {outline && <LazyOrderFacts order={order} client={client} clientAddress={clientAddress} />}
          {facts}
        </dl>
        {problems}
        {outline}
      </div>
      {children}
    </aside>
  );
}

/** If the code fails to load, the toggle button still closes the bar. */
const ignore = () => undefined;

function autosaveFailureText(failure: AutosaveFailure, isStored: boolean): string {
  if (failure.reason === 'unanswered') return `Not saved yet. ${isStored ? 'Stored on this device. ' : ''}Retrying…`;
  const reason = failure.error.message.replace(/\.$/, '');
  return `Not saved: ${reason}. ${isStored ? 'Stored on this device. ' : ''}We'll try again after your next change.`;
}

/** After this wait, tell the user that it takes long. Milliseconds. */
const slowAfter = 8_000;

/** Whether loading is slow: true once it has taken longer than 8 s. */
function useSlowNotice(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(setSlow, slowAfter, true);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}
