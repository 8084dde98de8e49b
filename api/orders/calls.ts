import type { Order } from '#schemas/generated/types.ts';
import type { OwnCalls } from '../resource/records/calls.ts';
import { createOrder } from './create.ts';
import { OrderInHand } from './order-in-hand.ts';
import { versionsOfOrder } from './version-answer.ts';

/** What orders give the engine in the place of its own calls on a single record (design 6). */
export const orderCalls: OwnCalls<Order> = {
  calls: (viewer, log) => {
    const take = (id: string) => OrderInHand.take(viewer, id);
    return {
      read: async (id) => (await take(id)).read(),
      stored: async (id) => (await take(id)).order,
      create: (body, keep) => createOrder({ viewer, body, keep }),
      update: async ({ id, revision, changes }) => (await take(id)).save({ body: changes, revision, log }),
      remove: async ({ id, revision }) => (await take(id)).remove(revision),
    };
  },
  errors: ['RESOURCE_INOPERABLE', 'GS_VALIDATION_REJECTED'],
  brought: versionsOfOrder,
};
