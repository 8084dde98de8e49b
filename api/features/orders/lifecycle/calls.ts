import type { Order } from '#schemas/generated/types.ts';
import { loadReadable } from '../../../engine/access/viewer.ts';
import type { CustomOperations } from '../../../engine/resource/records/calls.ts';
import { versionsExpansion } from '../history/version-response.ts';
import { createOrder, deleteOrder, readOrder, updateOrder } from './write-order.ts';

/** The order-specific implementation of the generic record calls: read, create, update and delete (design 6). */
export const orderCalls: CustomOperations<Order> = {
  calls: (viewer, log) => ({
    read: (id) => readOrder({ viewer, log }, id),
    readStored: (id) => loadReadable(viewer, 'Order', id),
    create: (body, storeResponse) => createOrder({ viewer, body, storeResponse, log }),
    update: ({ id, revision, changes }) => updateOrder({ viewer, id, revision, body: changes, log }),
    remove: ({ id, revision }) => deleteOrder({ viewer, id, revision }),
  }),
  errors: ['RESOURCE_INOPERABLE', 'GS_VALIDATION_REJECTED'],
  expansion: versionsExpansion,
};
