import { storeOf } from '#api/engine/store/store.ts';
import { now } from '#api/platform/clock/clock.ts';
import type { Order } from '#schemas/generated/types.ts';
import type { ApiResponse } from '#tests/product/call.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft } from './factories.ts';
import type { Api } from './server.ts';

/** An order as a write returns it. */
export type OrderResponse = Order & { problems?: object[]; normalized?: object[] };
type Versions = {
  pagination: { total: number };
  results: { id: string; orderRevision: number; patch: object[]; extra: Record<string, unknown>; autosave: boolean }[];
};

const pathOf = ({ id }: Pick<Order, 'id'>) => `/api/orders/${id}`;

/** Sends a save of an order and returns the response. */
export function patchOrder(
  person: SignedInUser,
  order: Order,
  body: object,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return person.call({ method: 'PATCH', path: pathOf(order), body, headers });
}

/** Saves an order and returns it. Throws if the save is rejected. */
export function patchOrderOk(person: SignedInUser, order: Order, body: object): Promise<OrderResponse> {
  return callExpecting(person.call, 200, { method: 'PATCH', path: pathOf(order), body });
}

/** Reads the current state of an order. Throws if that is rejected. */
export function readOrder(person: SignedInUser, order: Order): Promise<OrderResponse> {
  return callExpecting(person.call, 200, { path: pathOf(order) });
}

/** The versions of an order, newest first. */
export function versionsOf({ admin }: Api, order: Order): Promise<Versions> {
  return callExpecting(admin.call, 200, { path: `${pathOf(order)}/versions` });
}

/** Sends the messages that approvals delay, as if the 30 seconds to undo them were over. */
export async function sendDelayedMessages(): Promise<void> {
  const delayedMessages = { kind: { $in: ['mail', 'webhook'] }, status: 'waiting' };
  await storeOf('Job').updateMany(delayedMessages, { $set: { dueAt: now() } });
}

/** The body of a cancelation. */
export const cancelation = { status: 'CANCELED', cancelationReason: 'dissatisfied' };

/** Factories of an order of the agency's user in each status, reached by regular transitions. */
export function orderFactories(agency: Agency): Record<Order['status'], () => Promise<Order>> {
  const draft = () => aDraft(agency);
  const pending = async () => patchOrderOk(agency.user, await draft(), { status: 'PENDING' });
  const complete = async () => patchOrderOk(agency.moderator, await pending(), { status: 'COMPLETE' });
  const cancel = async () => patchOrderOk(agency.user, await draft(), cancelation);
  return { DRAFT: draft, PENDING: pending, COMPLETE: complete, CANCELED: cancel };
}
