import type { PopulatedOrder } from '#portal/api/queries.ts';
import type { Order } from '#schemas/generated/types.ts';
import { blankOrder } from '#schemas/orders/blank-order.ts';

/** Makes an order as stored: a draft with only the given properties. */
export const storedOrderWith = (fields: Partial<Order>): Order => ({
  ...blankOrder({ channelId: 'ch', form: 'f', user: 'u' }),
  id: 'o',
  revision: 1,
  refCode: 'AB12CD34',
  ...fields,
});

/** Makes the same order as the portal shows it. */
export const orderWith = (fields: Partial<PopulatedOrder>): PopulatedOrder => ({ ...storedOrderWith({}), ...fields });
