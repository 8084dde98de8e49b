import type { Order } from '../generated/types.ts';

/** All statuses of an order, in the order of its life cycle (spec 4). */
export const orderStatuses = ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'] as const satisfies readonly Order['status'][];
