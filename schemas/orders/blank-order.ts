import { Order as schema } from '../generated/registry.ts';
import type { Order } from '../generated/types.ts';

/** A new order with the defaults of its schema, in the given channel, form and user. */
export function blankOrder(place: Pick<Order, 'channelId' | 'form' | 'user'>): Order {
  const defaults = Object.entries(schema.properties).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value]],
  );
  const own = { id: '', revision: 0, createdAt: '', updatedAt: '', refCode: '', lastEditedBy: place.user };
  const blank: Order = JSON.parse(JSON.stringify({ ...own, ...Object.fromEntries(defaults), ...place }));
  return blank;
}
