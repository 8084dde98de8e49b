import { applyPatchesBackwards, type VersionPatch } from '#schemas/changes/patch.ts';
import { type ChangeInWords, changesInWords } from '#schemas/changes/words/differences.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { schemaPlace } from '#schemas/changes/words/schema-place.ts';
import type { Form } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { JsonMap, Order, OrderVersion } from '#schemas/generated/types.ts';
import { beginsChange } from '#schemas/orders/version-words.ts';
import { idOf, nameOf, type PopulatedOrder } from '../../api/queries.ts';
import { lineName } from '../lines/lineLabels.ts';
import { useLineProducts } from '../lines/useLineProducts.ts';
import styles from './DiffTable.module.css';

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

type State = Pick<Order, 'client' | 'formData' | 'products'>;
type Line = State['products'][number];

/** Two states of an order, such as before and after a change request. */
interface OrderChange {
  was: State;
  now: State;
}

/**
 * Returns the pending change of an order, from its versions (newest first). Returns null if the version that started it
 * is not among them.
 */
export function waitingChange(order: PopulatedOrder, versions: readonly OrderVersion[]): OrderChange | null {
  const opening = versions.findIndex(({ extra }) => beginsChange(extra));
  if (opening < 0) return null;
  const now = {
    ...order,
    client: order.client && idOf(order.client),
    user: idOf(order.user),
    products: order.products.map((line) => ({ ...line, product: idOf(line.product) })),
  };
  return { now, was: applyPatchesBackwards(now, versions.slice(0, opening + 1).map(stepOf), () => undefined) };
}

const stepOf = ({ id, patch }: OrderVersion): VersionPatch => ({ id, patch });

/** Returns the lines that exist in both states with different data. */
function changedLines({ was, now }: OrderChange): { before: Line; after: Line }[] {
  return now.products.flatMap((after) => {
    const before = was.products.find(({ id }) => id === after.id);
    return before && !isEqual(before.data, after.data) ? [{ before, after }] : [];
  });
}

interface DiffContext {
  order: PopulatedOrder;
  form: Form;
  /** The schema of a product's lines, if it is loaded. */
  schemaOf: (product: string) => JsonMap | undefined;
}

/** Returns the diff of two states of an order, under the labels of its form. */
export function changeDifferences(change: OrderChange, { order, form, schemaOf }: DiffContext): ChangeInWords[] {
  const { was, now } = change;
  const clientText = (client: State['client']) => clientName(order, client);
  const client = { path: '/client', label: 'Client', before: clientText(was.client), after: clientText(now.client) };
  return [
    ...(was.client === now.client ? [] : [client]),
    ...changesInWords(formPlace(form), was.formData, now.formData),
    ...lineDifferences(change, order),
    ...changedLines(change).flatMap(({ before, after }) =>
      changesInWords(schemaPlace(schemaOf(after.product)), before.data, after.data).map((each) => ({
        ...each,
        path: `/products/${after.id}/data${each.path}`,
        label: `${nameIn(order, after)} › ${each.label}`,
      })),
    ),
  ];
}

function lineDifferences({ was, now }: OrderChange, order: PopulatedOrder): ChangeInWords[] {
  const lineDifference = (line: Line, before: string, after: string) => ({
    path: `/products/${line.id}`,
    label: nameIn(order, line),
    before,
    after,
  });
  const has = (lines: Line[], { id }: Line) => lines.some((each) => each.id === id);
  return [
    ...was.products.filter((line) => !has(now.products, line)).map((line) => lineDifference(line, 'Ordered', '–')),
    ...now.products.filter((line) => !has(was.products, line)).map((line) => lineDifference(line, '–', 'Ordered')),
  ];
}

/** Returns the display name of a state's client. Only the current client is known by name. */
export function clientName({ client }: PopulatedOrder, id: State['client']): string {
  if (id === null) return '–';
  return client !== null && idOf(client) === id
    ? nameOf(client, "A client you don't have access to")
    : 'Another client';
}

function nameIn({ products }: PopulatedOrder, { id, key }: Line): string {
  const shown = products.find((line) => line.id === id);
  return lineName(shown ?? { product: '', key });
}
