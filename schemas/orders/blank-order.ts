import { Order as schema } from '../generated/registry.ts';
import type { Order } from '../generated/types.ts';

/** The JSON of an order with the defaults of its schema: parsing it is the fastest way to copy them. */
const blank = JSON.stringify({
  ...{ id: '', revision: 0, createdAt: '', updatedAt: '', refCode: '', lastEditedBy: '' },
  ...Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value]],
    ),
  ),
});

/** A new order with the defaults of its schema, in the given channel, form and user. */
export function blankOrder(place: Pick<Order, 'channelId' | 'form' | 'user'>): Order {
  const order: Order = JSON.parse(blank);
  return Object.assign(order, place, { lastEditedBy: place.user });
}
