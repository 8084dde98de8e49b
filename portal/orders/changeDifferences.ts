import { type Step, stepBack } from '#schemas/changes/patch.ts';
import { type Difference, differences } from '#schemas/changes/words/differences.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { schemaPlace } from '#schemas/changes/words/schema-place.ts';
import type { Form } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { JsonMap, Order, OrderVersion } from '#schemas/generated/types.ts';
import { beginsChange } from '#schemas/orders/version-words.ts';
import { idOf, nameOf, type ShownOrder } from '../api/queries.ts';
import { lineName } from './lines/lineName.ts';

type State = Pick<Order, 'client' | 'formData' | 'products'>;
type Line = State['products'][number];

/** An order as it was and as it became, such as by a change that waits. */
export interface OrderChange {
  was: State;
  now: State;
}

/** The change that waits, by the order's versions, newest first; null where the version that began it is not among them. */
export function waitingChange(order: ShownOrder, versions: readonly OrderVersion[]): OrderChange | null {
  const opening = versions.findIndex(({ extra }) => beginsChange(extra));
  if (opening < 0) return null;
  const now = {
    ...order,
    client: order.client && idOf(order.client),
    user: idOf(order.user),
    products: order.products.map((line) => ({ ...line, product: idOf(line.product) })),
  };
  return { now, was: stepBack(now, versions.slice(0, opening + 1).map(stepOf), () => undefined) };
}

const stepOf = ({ id, patch }: OrderVersion): Step => ({ id, patch });

/** The lines that are there before and after, but hold something else now. */
function changedLines({ was, now }: OrderChange): { before: Line; after: Line }[] {
  return now.products.flatMap((after) => {
    const before = was.products.find(({ id }) => id === after.id);
    return before && !isEqual(before.data, after.data) ? [{ before, after }] : [];
  });
}

interface Told {
  order: ShownOrder;
  form: Form;
  /** What a product's lines hold, as far as it is known. */
  schemaOf: (product: string) => JsonMap | undefined;
}

/** What differs between two states of an order, under the labels of its form. */
export function changeDifferences(change: OrderChange, { order, form, schemaOf }: Told): Difference[] {
  const { was, now } = change;
  const named = (client: State['client']) => clientName(order, client);
  const client = { path: '/client', label: 'Client', before: named(was.client), after: named(now.client) };
  return [
    ...(was.client === now.client ? [] : [client]),
    ...differences(formPlace(form), was.formData, now.formData),
    ...lineDifferences(change, order),
    ...changedLines(change).flatMap(({ before, after }) =>
      differences(schemaPlace(schemaOf(after.product)), before.data, after.data).map((each) => ({
        ...each,
        path: `/products/${after.id}/data${each.path}`,
        label: `${nameIn(order, after)} › ${each.label}`,
      })),
    ),
  ];
}

function lineDifferences({ was, now }: OrderChange, order: ShownOrder): Difference[] {
  const told = (line: Line, before: string, after: string) => ({
    path: `/products/${line.id}`,
    label: nameIn(order, line),
    before,
    after,
  });
  const has = (lines: Line[], { id }: Line) => lines.some((each) => each.id === id);
  return [
    ...was.products.filter((line) => !has(now.products, line)).map((line) => told(line, 'Ordered', '–')),
    ...now.products.filter((line) => !has(was.products, line)).map((line) => told(line, '–', 'Ordered')),
  ];
}

/** What a client of one of its states is called; by name the one that it has now. */
export function clientName({ client }: ShownOrder, id: State['client']): string {
  if (id === null) return '–';
  return client !== null && idOf(client) === id ? nameOf(client, 'A client you may not see') : 'Another client';
}

function nameIn({ products }: ShownOrder, { id, key }: Line): string {
  const shown = products.find((line) => line.id === id);
  return lineName(shown ?? { product: '', key });
}
