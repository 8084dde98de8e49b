import { Order as schema } from '../generated/registry.ts';
import type { Order } from '../generated/types.ts';

/** An order before anything is said of it: each property as its schema begins it, and where somebody begins the order. */
export function blankOrder(place: Pick<Order, 'channelId' | 'form' | 'user'>): Order {
  const defaults = Object.entries(schema.properties).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value]],
  );
  const own = { id: '', revision: 0, createdAt: '', updatedAt: '', refCode: '', lastEditedBy: place.user };
  const blank: Order = JSON.parse(JSON.stringify({ ...own, ...Object.fromEntries(defaults), ...place }));
  return blank;
}
