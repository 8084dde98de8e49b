import { useQuery } from '@tanstack/react-query';
import type { Form } from '#schemas/forms/form.ts';
import type { JsonMap, Product } from '#schemas/generated/types.ts';
import { idOf, type ShownOrder } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { changeDifferences, changedLines, type OrderChange } from './changeDifferences.ts';
import styles from './DifferencesTable.module.css';

/** What is another between two states of an order: client, form and lines. */
export function DifferencesTable({
  order,
  form,
  change,
  label,
  none,
}: {
  /** The order as it is now, which knows names. */
  order: ShownOrder;
  form: Form;
  change: OrderChange;
  label: string;
  /** What is said where nothing is. */
  none: string;
}) {
  const schemaOf = useLineSchemas(
    order,
    changedLines(change).map(({ after }) => after.product),
  );
  const changed = changeDifferences(change, { order, form, schemaOf });
  if (changed.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <table className={styles.changes} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">As it was</th>
          <th scope="col">Changed to</th>
        </tr>
      </thead>
      <tbody>
        {changed.map(({ path, label: field, before, after }) => (
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

/** What the lines of some products hold: by the products themselves once they are there, which know their parents' schemas, too. */
function useLineSchemas(order: ShownOrder, ids: string[]): (product: string) => JsonMap | undefined {
  const shownOf = (id: string) => order.products.find(({ product }) => idOf(product) === id)?.product;
  // A product that may not be read leaves the data their own names.
  const distinct = [...new Set(ids)].filter((id) => typeof shownOf(id) === 'object');
  const found = useQuery({
    queryKey: ['products', 'schemas', distinct],
    queryFn: ({ signal }) => Promise.all(distinct.map((id) => request<Product>({ path: `products/${id}`, signal }))),
    enabled: distinct.length > 0,
    staleTime: 300_000,
  });
  return (id) => {
    const product = found.data?.find((each) => each.id === id);
    const shown = shownOf(id);
    return product?.combinedSchema ?? product?.schema ?? (typeof shown === 'object' ? shown.schema : undefined);
  };
}
