import { useSyncExternalStore } from 'react';
import { formAmount } from '#schemas/forms/amount.ts';
import { lineAmount, orderAmount } from '#schemas/orders/line-amount.ts';
import { moneyText } from '#schemas/texts/money.ts';
import type { FieldProblem } from '../../api/ApiError.ts';
import { idOf, type PopulatedOrder } from '../../api/queries.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { Icon } from '../../look/Icon.tsx';
import type { Lines } from '../lines/mergeLines.ts';
import { useLineProducts } from '../lines/useLineProducts.ts';
import styles from './OrderOutline.module.css';
import { sectionsOf } from './sections.ts';

interface OutlineProps {
  order: PopulatedOrder;
  store: FormStore;
  lines: Lines;
  /** The open problems, in page order. */
  problems: readonly FieldProblem[];
}

/** The outline: the order's amounts, and links to its sections with the number of problems in each. */
export function OrderOutline({ order, store, lines, problems }: OutlineProps) {
  // Re-render when a script hides or shows a section.
  useSyncExternalStore(store.subscribeVisibility, store.visibilityRevision);
  const sections = sectionsOf(problems, store, lines);
  return (
    <>
      <Totals order={order} store={store} lines={lines} />
      <nav className={styles.outline} aria-label="Sections of the order">
        <ul>
          {sections.map(({ name, id, missing }) => (
            <li key={id}>
              <button type="button" className={styles.section} onClick={() => goTo(id)}>
                <span>{name}</span>
                {missing > 0 && (
                  <span className={styles.missing}>
                    <span>{missing}</span> <span className={styles.unseen}>to complete</span>
                  </span>
                )}
              </button>
            </li>
          ))}
          {order.id !== '' && (
            <li>
              <button type="button" className={styles.section} onClick={() => goTo('order-history')}>
                <span>History and notes</span>
                <Icon name="clock" size={16} />
              </button>
            </li>
          )}
        </ul>
      </nav>
    </>
  );
}

function Totals({ order, store, lines }: Pick<OutlineProps, 'order' | 'store' | 'lines'>) {
  const form = useSyncExternalStore(store.subscribeAll, () => formAmount({ form: store.form, top: store.rootRow() }));
  const products = useLineProducts(order.id, order.products, lines);
  const amounts = lines.map(({ product, data }) => lineAmount(products.get(idOf(product))?.schema, data));
  // Until the products are loaded, show the total that the server computed, so that the layout does not shift.
  const isAwaited = lines.length > 0 && products.size === 0;
  const ofLines = isAwaited ? restOf(order.amount, form) : orderAmount(null, amounts);
  const total = orderAmount(form, [ofLines]);
  if (total === null) return null;
  return (
    <dl className={styles.totals} aria-label="Amounts">
      {form !== null && ofLines !== null && (
        <>
          <dt>Form</dt>
          <dd>{moneyText(form)}</dd>
          <dt>Products</dt>
          <dd>{moneyText(ofLines)}</dd>
        </>
      )}
      <dt className={styles.total}>Total</dt>
      <dd className={styles.total}>{moneyText(total)}</dd>
    </dl>
  );
}

/** Returns the part of the order's amount that is not from the form; null if the form's is all of it. */
const restOf = (amount: number | null, form: number | null): number | null =>
  amount === null || amount === form ? null : orderAmount(amount, [-(form ?? 0)]);

function goTo(id: string): void {
  const place = document.getElementById(id);
  place?.scrollIntoView({ block: 'start' });
  place?.focus({ preventScroll: true });
}
