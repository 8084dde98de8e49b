import type { Order } from '../generated/types.ts';

/** Every status an order may have, in the order of its life (spec 4). */
export const orderStatuses = ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'] as const satisfies readonly Order['status'][];
