import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { cancelationReasons } from '#schemas/orders/cancelation-reasons.ts';
import { nameOf, type ShownOrder } from '../api/queries.ts';
import type { Held } from '../editing/failure.ts';
import { Icon } from '../look/Icon.tsx';
import { StatusChip } from '../look/StatusChip.tsx';
import { Time } from '../look/Time.tsx';
import styles from './OrderSummary.module.css';

/** The order at a glance, always in sight: at the right, on phones a bar at the bottom that opens (look, 'Order page'). */
export function OrderSummary({
  order,
  client,
  clientAddress,
  facts,
  problems,
  isDirty,
  isSaving,
  held,
  isEditable,
  children,
}: {
  order: ShownOrder;
  client: ShownOrder['client'];
  clientAddress: (id: string) => string;
  /** What else the frame tells of the order. */
  facts: ReactNode;
  /** What is left to complete, where that is asked. */
  problems: ReactNode;
  isDirty: boolean;
  isSaving: boolean;
  /** Why the last automatic save failed. */
  held: Held | null;
  isEditable: boolean;
  /** The actions. */
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const moreId = useId();
  const summary = useRef<HTMLElement>(null);
  useEffect(() => (isOpen ? closedBy(summary, () => setOpen(false)) : undefined), [isOpen]);
  const saved = isSaving ? 'Saving…' : isDirty ? 'Unsaved changes' : 'All changes saved';
  const isChecked = order.status === 'DRAFT' || order.status === 'PENDING';
  return (
    <aside
      ref={summary}
      className={styles.summary}
      data-open={isOpen || undefined}
      data-draft={order.status === 'DRAFT' || undefined}
      data-held={held ? true : undefined}
      aria-label="Order summary"
    >
      <div className={styles.head}>
        <StatusChip status={order.status} />
        <span className={styles.saved} data-dirty={isDirty || undefined}>
          {isEditable && !held && saved}
          {/* Only this is worth interrupting for: drafts are saved every few seconds. */}
          <span role="status">{held && heldWords(held)}</span>
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
          <dt>Client</dt>
          <dd>
            {typeof client === 'object' && client !== null ? (
              <Link to={clientAddress(client.id)}>{client.name}</Link>
            ) : (
              nameOf(client, client === null ? 'Not chosen yet' : '–')
            )}
          </dd>
          {facts}
          <dt>Products</dt>
          <dd>{order.products.length}</dd>
          <dt>User</dt>
          <dd>{nameOf(order.user, '–')}</dd>
          <dt>Updated</dt>
          <dd>
            <Time instant={order.updatedAt} />
          </dd>
          {order.submissionDate && (
            <>
              <dt>Submitted</dt>
              <dd>
                <Time instant={order.submissionDate} />
              </dd>
            </>
          )}
          {order.changeDate && (
            <>
              <dt>Changed</dt>
              <dd>
                <Time instant={order.changeDate} />
                {order.changeNotes && `: ${order.changeNotes}`}
              </dd>
            </>
          )}
          {order.validationMode === 'BYPASS' && (
            <>
              <dt>Validation</dt>
              <dd>Bypassed</dd>
            </>
          )}
          {order.status === 'CANCELED' && order.cancelationReason && (
            <>
              <dt>Canceled</dt>
              <dd>
                {cancelationReasons[order.cancelationReason]}
                {order.cancelationNotes && `: ${order.cancelationNotes}`}
              </dd>
            </>
          )}
        </dl>
        {isChecked && problems}
      </div>
      {children}
    </aside>
  );
}

/** Closes what lies over the page on Escape, and when something outside of it is pressed or gone to. */
function closedBy(element: RefObject<HTMLElement | null>, close: () => void): () => void {
  const outside = ({ target }: Event) => {
    const isDialog = target instanceof Element && target.closest('dialog');
    if (target instanceof Node && !isDialog && !element.current?.contains(target)) close();
  };
  const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) close();
  };
  document.addEventListener('pointerdown', outside);
  document.addEventListener('focusin', outside);
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('pointerdown', outside);
    document.removeEventListener('focusin', outside);
    document.removeEventListener('keydown', onKey);
  };
}

function heldWords(held: Held): string {
  if (held.why === 'unanswered') return 'Not saved yet: kept on this device, and tried again';
  const reason = held.error.message.replace(/\.$/, '');
  return `Not saved: ${reason}. Kept on this device, and tried again once something else is typed.`;
}
