import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Form, Order } from '#schemas/generated/types.ts';
import { idOf, type NamedRecord, type PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { FormView } from '../../forms/FormView.tsx';
import { type ComparedSide, describeChange } from '../../forms/marks/computeChangeMarks.ts';
import { createChangeMarks, MarkTexts } from '../../forms/marks/createChangeMarks.tsx';
import { ChangeMarksContext } from '../../forms/marks/marks.ts';
import { createFormStore } from '../../forms/store/createFormStore.ts';
import { Button } from '../../look/Button.tsx';
import { Dialog } from '../../look/Dialog.tsx';
import { Field } from '../../look/Field.tsx';
import { LoadError } from '../../look/LoadError.tsx';
import { RelativeTime } from '../../look/RelativeTime.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import { orderStatusLabels, StatusChip } from '../../look/StatusChip.tsx';
import { scriptContextOf } from '../editing/formContext.ts';
import { LineMarksContext } from '../lines/LineCard.tsx';
import { lineName } from '../lines/lineLabels.ts';
import { lineMarks } from '../lines/lineMarks.ts';
import { OrderLines } from '../lines/OrderLines.tsx';
import { useLineProducts } from '../lines/useLineProducts.ts';
import type { FormReader } from '../loading/cachedForms.ts';
import { formRules } from '../loading/formRules.ts';
import { clientName, DiffTable } from './DiffTable.tsx';
import styles from './HistoryDialog.module.css';

/** A point in an order's history. */
export interface HistoryEntry {
  /** The revision at that point. */
  revision: number;
  /** The person and what they did. */
  words: string;
  /** An ISO timestamp. */
  time: string;
}

/**
 * The history browser: shows the order at each revision, in the form version of that time, with the diff to the
 * previous or any other revision (design 6). Restoring a revision creates a new version.
 */
export function HistoryDialog({
  order,
  channel,
  stops,
  onRestore,
  onClose,
}: {
  order: PopulatedOrder;
  channel: NamedRecord;
  /** Oldest first; the last is the current state. */
  stops: readonly HistoryEntry[];
  /** Restores a revision; undefined if the person may not. */
  onRestore: ((revision: number) => void) | undefined;
  onClose: () => void;
}) {
  const last = stops.length - 1;
  const [index, setIndex] = useState(Math.max(0, last - 1));
  const [against, setAgainst] = useState<'before' | number>('before');
  const stop = stops[index];
  const other =
    against === 'before' ? stops[Math.max(0, index - 1)] : stops.find(({ revision }) => revision === against);
  const shown = useEarlier(order, stop?.revision);
  const compared = useEarlier(order, other?.revision);
  const error = shown.error ?? compared.error;
  const go = (to: number) => setIndex(Math.min(last, Math.max(0, to)));
  return (
    <Dialog
      title="Earlier versions"
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {onRestore && stop && index < last && (
            <Button kind="primary" onClick={() => onRestore(stop.revision)}>
              Restore this version
            </Button>
          )}
        </>
      }
    >
      <div className={styles.slider}>
        <Button onClick={() => go(index - 1)} disabled={index === 0}>
          Earlier
        </Button>
        <input
          type="range"
          className={styles.range}
          aria-label="Version"
          aria-valuetext={stop?.words}
          min={0}
          max={last}
          value={index}
          onChange={(event) => go(Number(event.target.value))}
        />
        <Button onClick={() => go(index + 1)} disabled={index === last}>
          Later
        </Button>
      </div>
      {stop && (
        <p className={styles.stop} role="status">
          <span>{stop.words}</span>, <RelativeTime instant={stop.time} />
          <span>{index === last && ' (current)'}</span>
        </p>
      )}
      <Field label="Compare with">
        {(control) => (
          <select
            {...control}
            value={against}
            onChange={({ target: { value } }) => setAgainst(value === 'before' ? value : Number(value))}
          >
            <option value="before">The previous version</option>
            {stops.map(({ revision, words }) => (
              <option key={revision} value={revision}>
                {`${revision}: ${words}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {error && <LoadError error={error} onRetry={() => void Promise.all([shown.refetch(), compared.refetch()])} />}
      {!error && !(shown.data && compared.data) && <Skeleton lines={8} />}
      {shown.data && compared.data && (
        <RevisionView
          order={order}
          channel={channel}
          state={shown.data}
          compared={compared.data}
          none={other === stop ? 'This is the earliest version.' : 'No differences in client, form or products.'}
        />
      )}
    </Dialog>
  );
}

/** Hook: the order at a revision. Versions are immutable, so they are cached forever. */
const useEarlier = (order: PopulatedOrder, revision = order.revision) =>
  useQuery({
    queryKey: ['orders', 'state', order.id, revision],
    queryFn: ({ signal }) => request<Order>({ path: `orders/${order.id}/versions/${revision}`, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });

interface StateProps {
  /** The current order, for the names of its references. */
  order: PopulatedOrder;
  channel: NamedRecord;
  state: Order;
  /** The state that it is compared with. */
  compared: Order;
  /** The text for no differences. */
  none: string;
}

/** Shows one revision of an order (snapshot) and its diff to another one. */
function RevisionView(props: StateProps) {
  const { order, state } = props;
  const rules = useQuery(formRules);
  const form = useQuery({
    queryKey: ['order_forms', order.id, state.form, state.formVersion],
    queryFn: ({ signal }) =>
      request<Form>({ path: `orders/${order.id}/form`, query: { revision: state.revision }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (form.error || rules.error) return <p>{(form.error ?? rules.error)?.message}</p>;
  if (!form.data || !rules.data) return <Skeleton lines={8} />;
  return <ReadState {...props} form={form.data} read={rules.data} />;
}

function ReadState({
  order,
  channel,
  state,
  compared,
  none,
  form,
  read,
}: StateProps & { form: Form; read: FormReader }) {
  const store = useMemo(() => {
    const client = order.client !== null && idOf(order.client) === state.client ? order.client : state.client;
    const context = scriptContextOf({ ...order, ...pick(state), client, channel });
    return createFormStore({ form: read(form), values: state.formData, context, isReadOnly: true });
  }, [order, channel, state, form, read]);
  const isLater = compared.revision <= state.revision;
  const [was, now] = isLater ? [compared, state] : [state, compared];
  const shown = isLater ? 'now' : 'was';
  const marks = useMemo(
    () => createChangeMarks(store.form, { was: was.formData, now: now.formData }, shown),
    [store, was, now, shown],
  );
  return (
    <>
      <section className={styles.changed} aria-label="Differences">
        <DiffTable order={order} form={store.form} change={{ was, now }} label="Differences" none={none} />
      </section>
      <div className={styles.facts}>
        <StatusChip status={state.status} />
        {was.status !== now.status && (
          <span className={styles.mark}>
            {describeChange({ was: orderStatusLabels[was.status], now: orderStatusLabels[now.status] }, shown)}
          </span>
        )}
        <span>{`Client: ${clientName(order, state.client)}`}</span>
        {was.client !== now.client && (
          <span className={styles.mark}>
            {describeChange({ was: clientName(order, was.client), now: clientName(order, now.client) }, shown)}
          </span>
        )}
      </div>
      <ChangeMarksContext value={marks}>
        <FormView store={store} hasSummary={false} />
      </ChangeMarksContext>
      <DiffedLines order={order} states={{ was: was.products, now: now.products }} shown={shown} />
    </>
  );
}

const pick = ({ status, submissionDate, changeDate }: Order) => ({ status, submissionDate, changeDate });

type Lines = Order['products'];

/** The lines of one state of an order, read-only, with marks for the differences from the other state. */
function DiffedLines({
  order,
  states,
  shown,
}: {
  /** The current order, for the names of its products. */
  order: PopulatedOrder;
  states: Record<ComparedSide, Lines>;
  shown: ComparedSide;
}) {
  const products = useLineProducts(order.id, order.products, order.products);
  const { textsOf, missingLines } = lineMarks(states, shown, (product) => products.get(product)?.schema);
  const productsById = new Map(order.products.map(({ product }) => [idOf(product), product]));
  const withProduct = (line: Lines[number]) => ({ ...line, product: productsById.get(line.product) ?? line.product });
  const words = shown === 'now' ? 'Removed' : 'Added later';
  return (
    <LineMarksContext value={(id) => <MarkTexts texts={textsOf(id)} />}>
      <OrderLines order={order} lines={states[shown].map(withProduct)} problems={[]} sought={undefined} />
      <MarkTexts texts={missingLines.map((line) => `${words}: ${lineName(withProduct(line))}`)} />
    </LineMarksContext>
  );
}
