import type { Form } from '#schemas/forms/form.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { useLineProducts } from '../lines/useLineProducts.ts';
import styles from './DiffTable.module.css';
import { changeDifferences, type OrderChange } from './orderDiff.ts';

/** The diff table of two states of an order: client, form and lines. */
export function DiffTable({
  order,
  form,
  change,
  label,
  none,
}: {
  /** The current order, for the names of its references. */
  order: PopulatedOrder;
  form: Form;
  change: OrderChange;
  label: string;
  /** The text for no differences. */
  none: string;
}) {
  // The page's lines use the same query. For an unknown product, the labels derive from the keys.
  const products = useLineProducts(order.id, order.products, order.products);
  const schemaOf = (product: string) => products.get(product)?.schema;
  const differences = changeDifferences(change, { order, form, schemaOf });
  if (differences.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <table className={styles.changes} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ path, label: field, before, after }) => (
          <tr key={path}>
            <th scope="row">{field}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
