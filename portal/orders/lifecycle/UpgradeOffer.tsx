import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UpgradeSummary } from '#schemas/changes/upgrade/upgrade.ts';
import type { PopulatedOrder, SaveResponse } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { Banner } from '../../look/Banner.tsx';
import { Button } from '../../look/Button.tsx';
import { Dialog } from '../../look/Dialog.tsx';
import { LoadError } from '../../look/LoadError.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import { useToast } from '../../look/Toasts.tsx';
import type { OrderStore } from '../editing/orderStore.ts';
import styles from './UpgradeDialog.module.css';

/**
 * Offers to migrate a draft from an outdated form version to the published one, or to the form that its channel uses
 * now. Once declined, it does not appear again on this visit (design 6 and 7).
 */
export function UpgradeOffer({
  order,
  editing,
  onSavedOrder,
  onUpgraded,
}: {
  order: PopulatedOrder;
  editing: OrderStore;
  /** Runs an action that works on the saved order. Resolves to whether it succeeded. */
  onSavedOrder: (work: () => Promise<boolean>) => Promise<boolean>;
  /** The order uses the new version and has to be reloaded. */
  onUpgraded: () => Promise<void>;
}) {
  const [isDeclined, setDeclined] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const toast = useToast();
  if (isDeclined) return null;
  const open = async () => {
    setSaving(true);
    // The preview is computed from the saved order.
    const isSaved = await onSavedOrder(async () => !editing.state().isDirty || (await editing.save()));
    setSaving(false);
    setOpen(isSaved);
  };
  return (
    <>
      <Banner
        status="info"
        title={
          order.channelForm
            ? 'The channel has switched to another form since this draft was started.'
            : 'This form has changed since this draft was started.'
        }
        actions={
          <>
            <Button isBusy={isSaving} onClick={() => void open()}>
              Review changes
            </Button>
            <Button kind="quiet" onClick={() => setDeclined(true)}>
              Not now
            </Button>
          </>
        }
      >
        The draft keeps its current form unless you switch to the new one.
      </Banner>
      {isOpen && (
        <UpgradeDialog
          order={order}
          onClose={() => setOpen(false)}
          onUpgraded={async () => {
            await onUpgraded();
            toast('This order now uses the new form. The previous version is in its history.');
          }}
        />
      )}
    </>
  );
}

/** The API's upgrade preview (`GET /api/orders/{id}/upgrade`). */
interface Offer extends UpgradeSummary {
  formVersion: number;
  note: string;
  questions: { path: string; label: string; message: string }[];
}

/** How many items of each list are shown. */
const maxItems = 50;

/**
 * The preview of a form upgrade (migration to a newer form version): what moves, what is dropped, what has to be
 * answered. Dropping answers requires a confirmation that states their number.
 */
function UpgradeDialog({
  order,
  onClose,
  onUpgraded,
}: {
  order: PopulatedOrder;
  onClose: () => void;
  onUpgraded: () => Promise<void>;
}) {
  const { id, revision, channelForm: form } = order;
  const path = `orders/${id}/upgrade`;
  const offer = useQuery({
    queryKey: ['orders', 'upgrade', id, revision, form],
    queryFn: ({ signal }) => request<Offer>({ path, query: { form }, signal }),
    gcTime: 0,
  });
  const [hasAgreed, setAgreed] = useState(false);
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const { data } = offer;
  const isReady = data && (data.dropped.length === 0 || hasAgreed);
  const take = async () => {
    if (!isReady || isBusy) return;
    const { formVersion, dropped } = data;
    setBusy(true);
    setError(undefined);
    try {
      const body = { ...(form ? { form } : {}), formVersion, drops: dropped.map((each) => each.path) };
      await request<SaveResponse>({ method: 'POST', path, body, revision });
      await onUpgraded();
    } catch (error) {
      setBusy(false);
      setError(error instanceof Error ? error : new Error(String(error)));
      // The preview may have changed.
      setAgreed(false);
      void offer.refetch();
    }
  };
  return (
    <Dialog
      title="The new form"
      isWide
      onClose={onClose}
      onSubmit={() => void take()}
      actions={
        <>
          <Button onClick={onClose}>Keep the current form</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} disabled={!isReady}>
            Use the new form
          </Button>
        </>
      }
    >
      {error && <LoadError error={error} deniedText="The draft is unchanged." />}
      {offer.error && <LoadError error={offer.error} onRetry={() => void offer.refetch()} />}
      {offer.isPending && <Skeleton lines={6} />}
      {data && (
        <div className={styles.offer}>
          {data.note && <blockquote className={styles.note}>{`“${data.note}”`}</blockquote>}
          <p className={styles.unchanged}>{unchangedText(data.unchanged)}</p>
          <PreviewList title="Moved" items={data.moved}>
            {({ from, to }) => `${from} → ${to}`}
          </PreviewList>
          <PreviewList title="Renamed" items={data.renamed}>
            {({ label, from, to }) => `${label}: ${from} → ${to}`}
          </PreviewList>
          <PreviewList title="New fields" items={data.added}>
            {({ label, text }) => (text === '–' ? `${label} (empty)` : `${label}: ${text}`)}
          </PreviewList>
          <PreviewList title="Needs an answer" items={data.questions}>
            {({ label, message }) => (message.includes(label) ? message : `${label}: ${message}`)}
          </PreviewList>
          <PreviewList title="Will be removed" items={data.dropped}>
            {({ label, text, becomes }) => `${label}: ${text}${becomes === undefined ? '' : ` (becomes ${becomes})`}`}
          </PreviewList>
          {data.dropped.length > 0 && (
            <label className={styles.yes}>
              <input type="checkbox" checked={hasAgreed} onChange={(event) => setAgreed(event.target.checked)} />
              <span>{dropWords(data.dropped.length)}</span>
            </label>
          )}
        </div>
      )}
    </Dialog>
  );
}

function PreviewList<Item>({
  title,
  items,
  children,
}: {
  title: string;
  items: readonly Item[];
  children: (item: Item) => string;
}) {
  if (items.length === 0) return null;
  const rest = items.length - maxItems;
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {items.slice(0, maxItems).map((item) => {
          const text = children(item);
          return <li key={text}>{text}</li>;
        })}
        {rest > 0 && <li>{`and ${rest} more`}</li>}
      </ul>
    </section>
  );
}

const answers = (count: number) => (count === 1 ? '1 answer' : `${count} answers`);

const unchangedText = (count: number) =>
  count === 0
    ? 'No answers stay unchanged.'
    : `${answers(count)} ${count === 1 ? 'stays unchanged' : 'stay unchanged'}.`;

const dropWords = (count: number) =>
  count === 1
    ? 'Remove this answer. It stays in the history.'
    : `Remove these ${count} answers. They stay in the history.`;
