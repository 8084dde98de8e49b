import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Form, Order } from '#schemas/generated/types.ts';
import { idOf, type NamedRecord, type PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { FormView } from '../../forms/FormView.tsx';
import { type ComparedSide, describeChange } from '../../forms/marks/computeChangeMarks.ts';
import { createChangeMarks } from '../../forms/marks/createChangeMarks.tsx';
import { MarkTexts } from '../../forms/marks/MarkTexts.tsx';
import { ChangeMarksContext } from '../../forms/marks/marks.ts';
import { createFormStore } from '../../forms/store/createFormStore.ts';
import { Skeleton } from '../../look/Skeleton.tsx';
import { orderStatusLabels, StatusChip } from '../../look/StatusChip.tsx';
import { scriptContextOf } from '../editing/formContext.ts';
import { lineMarks } from '../lines/lineMarks.ts';
import { LineMarksContext } from '../lines/lineMarksContext.ts';
import { lineName } from '../lines/lineName.ts';
import { OrderLines } from '../lines/OrderLines.tsx';
import { useLineProducts } from '../lines/useLineProducts.ts';
import { type FormReader, formRules } from '../loading/formRules.ts';
import { DiffTable } from './DiffTable.tsx';
import styles from './HistoryDialog.module.css';
import { clientName } from './orderDiff.ts';

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
export function RevisionView(props: StateProps) {
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
