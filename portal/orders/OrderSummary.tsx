import { useEffect, useId, useRef, useState } from 'react';
import type { ShownOrder } from '../api/queries.ts';
import type { Held } from '../editing/failure.ts';
import type { Elements } from '../forms/elements.ts';
import { Icon } from '../look/Icon.tsx';
import { StatusChip } from '../look/StatusChip.tsx';
import { useLong } from '../look/useLong.ts';
import { OrderFacts } from './dialogs.ts';
import styles from './OrderSummary.module.css';

/** The order at a glance, always in sight: at the right, on phones a bar at the bottom that opens (look, 'Order page'). */
export function OrderSummary({
  order,
  client,
  clientAddress,
  facts,
  problems,
  outline,
  left,
  isDirty,
  isSaving,
  held,
  isKept,
  isEditable,
  children,
}: {
  order: ShownOrder;
  client: ShownOrder['client'];
  clientAddress: (id: string) => string;
  /** What else the frame tells of the order. */
  facts: Elements;
  /** What is left to complete, where that is asked. */
  problems: Elements;
  /** What it comes to, and its sections. */
  outline: Elements;
  /** How much is left to complete. */
  left: number;
  isDirty: boolean;
  isSaving: boolean;
  /** Why the last automatic save failed. */
  held: Held | null;
  /** Whether this device keeps all that is unsaved. */
  isKept: boolean;
  isEditable: boolean;
  /** The actions. */
  children: Elements;
}) {
  const [isOpen, setOpen] = useState(false);
  const moreId = useId();
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const ending = import('./closedBy.ts').then(({ closedBy }) => closedBy(summary, () => setOpen(false)));
    return () => void ending.then((end) => end(), ignore);
  }, [isOpen]);
  const isLong = useLong(isSaving);
  const long = `Saving takes longer than usual${isKept ? ': kept on this device meanwhile' : ''}`;
  const trouble = held ? heldWords(held, isKept) : isLong && long;
  const saved = isSaving ? 'Saving…' : isDirty ? 'Unsaved changes' : 'All changes saved';
  const savedInShort = isSaving ? 'Saving…' : isDirty ? 'Unsaved' : 'Saved';
  return (
    <aside
      ref={summary}
      className={styles.summary}
      data-open={isOpen || undefined}
      data-draft={order.status === 'DRAFT' || undefined}
      data-held={trouble ? true : undefined}
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
          {/* Only this is worth interrupting for: drafts are saved every few seconds. */}
          {left > 0 && !trouble && (
            <span className={styles.left} data-short={left}>
              {`${isEditable ? ' · ' : ''}${left} to complete`}
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
          {/* After what can be typed in (performance 2). */}
          {outline && <OrderFacts order={order} client={client} clientAddress={clientAddress} />}
          {facts}
        </dl>
        {problems}
        {outline}
      </div>
      {children}
    </aside>
  );
}

/** Without it the bar is closed by its own button. */
const ignore = () => undefined;

function heldWords(held: Held, isKept: boolean): string {
  if (held.why === 'unanswered') return `Not saved yet: ${isKept ? 'kept on this device, and ' : ''}tried again`;
  const reason = held.error.message.replace(/\.$/, '');
  return `Not saved: ${reason}. ${isKept ? 'Kept on this device, and tried' : 'Tried'} again once something else is typed.`;
}
