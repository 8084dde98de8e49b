import type { ShownOrder } from '#portal/api/queries.ts';
import type { Order } from '#schemas/generated/types.ts';
import { blankOrder } from '#schemas/orders/blank-order.ts';

/** An order as it is stored, a draft without anything but what is given. */
export const aStoredOrder = (fields: Partial<Order>): Order => ({
  ...blankOrder({ channelId: 'ch', form: 'f', user: 'u' }),
  id: 'o',
  revision: 1,
  refCode: 'AB12CD34',
  ...fields,
});

/** The same as the portal shows it. */
export const anOrder = (fields: Partial<ShownOrder>): ShownOrder => ({ ...aStoredOrder({}), ...fields });
