import { useQueries, useQuery } from '@tanstack/react-query';
import type { Form } from '#schemas/forms/form.ts';
import type { JsonMap, OrderVersion } from '#schemas/generated/types.ts';
import { idOf, nameOf, recordOf, type ShownOrder } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Banner } from '../look/Banner.tsx';
import { ErrorPlace } from '../look/ErrorPlace.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { changeDifferences, changedLines, waitingChange } from './changeDifferences.ts';
import styles from './PendingChange.module.css';

/** A change begins with one version; moderators may have corrected it since, hardly this often. */
const newest = 50;

/** A change of a complete order that waits: why, and what is another than it was (design 6). */
export function PendingChange({ order, form }: { order: ShownOrder; form: Form }) {
  const versions = useQuery({
    queryKey: ['orders', 'change', order.id, order.revision],
    queryFn: ({ signal }) =>
      request<{ results: OrderVersion[] }>({
        path: `orders/${order.id}/versions`,
        query: { limit: newest },
        signal,
      }),
  });
  const change = versions.data && waitingChange(order, versions.data.results);
  const schemaOf = useLineSchemas(order, change ? changedLines(change).map(({ after }) => after.product) : []);
  const changed = change && changeDifferences(change, { order, form, schemaOf });
  return (
    <Banner status="info" title="A change of a complete order waits for approval.">
      {order.changeNotes && <blockquote className={styles.notes}>“{order.changeNotes}”</blockquote>}
      {versions.isPending && <Skeleton lines={2} />}
      {versions.error && <ErrorPlace error={versions.error} onRetry={() => void versions.refetch()} />}
      {changed && (
        <table className={styles.changes} aria-label="What the change makes another">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">As it was</th>
              <th scope="col">Changed to</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ path, label, before, after }) => (
              <tr key={path}>
                <th scope="row">{label}</th>
                <td>{before}</td>
                <td>{path === '/client' ? nameOf(order.client, after) : after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changed === null && <p>What it changed is told in the history.</p>}
      {changed?.length === 0 && <p>Nothing in it differs from the complete order.</p>}
    </Banner>
  );
}

/** What the lines of some products hold: by the products themselves once they are there, which know their parents' schemas, too. */
function useLineSchemas(order: ShownOrder, ids: string[]): (product: string) => JsonMap | undefined {
  const shownOf = (id: string) => order.products.find(({ product }) => idOf(product) === id)?.product;
  // A product that may not be read leaves the data their own names.
  const distinct = [...new Set(ids)].filter((id) => typeof shownOf(id) === 'object');
  const found = useQueries({ queries: distinct.map((id) => ({ ...recordOf('products', id), staleTime: 300_000 })) });
  return (id) => {
    const product = found[distinct.indexOf(id)]?.data;
    const shown = shownOf(id);
    return product?.combinedSchema ?? product?.schema ?? (typeof shown === 'object' ? shown.schema : undefined);
  };
}
