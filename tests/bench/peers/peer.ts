import { randomBytes } from 'node:crypto';
import type { Request } from 'autocannon';
import { storeOf } from '../../../api/engine/store/store.ts';
import type { Order } from '../../../schemas/generated/types.ts';
import type { Server } from '../api/load.ts';

/** Who reads: an administrator everything, a user the orders below an entity. */
export type PeerUser = 'administrator' | 'user';

/** Another back end that stores the product's orders. */
export interface Peer {
  /** Name and version. */
  name: string;
  server: Server;
  /** Number of its orders. */
  count: number;
  /** A client's latest 20 complete orders, with their number, as this user reads them. */
  list: (client: string, user: PeerUser) => Request;
  /** The total that such a list contains. */
  total: (client: string, user: PeerUser) => Promise<number>;
  /** One order. */
  one: (id: string) => Request;
  /** Creates an order of these values. */
  create: (values: PeerOrder) => Request;
}

/** Properties of an order that lists return, from the product and from its peers alike. */
export const listed = [
  'refCode',
  'status',
  'client',
  'user',
  'channelId',
  'form',
  'submissionDate',
  'createdAt',
  'updatedAt',
] as const;

/** Properties that are objects or lists. */
export const documents = ['formData', 'products'] as const;

/** Number of orders in one request to a peer. */
const batch = 500;

/** An order as peers store it: property names to JSON values. */
export type PeerOrder = Record<string, unknown>;

/**
 * An order as peers store it. `tree` is the entity with those above it, as one text: an id occurs in no other id, so that
 * searching the text is correct.
 */
export function peerOrder(order: Order): PeerOrder {
  const properties = [...listed, ...documents].map((name) => [name, order[name]]);
  return { ...Object.fromEntries(properties), tree: order.treeScope.join(' ') };
}

/** Passes all orders of the product to `send`, in batches. */
export async function copyOrders(send: (orders: PeerOrder[]) => Promise<unknown>): Promise<void> {
  const orders = await storeOf('Order').find({ filter: {} });
  for (let from = 0; from < orders.length; from += batch) {
    const part = orders.slice(from, from + batch);
    await send(part.map((order) => ({ ...peerOrder(order), id: order.id, revision: order.revision })));
  }
}

/** Sends JSON to a peer and returns its response. Throws the peer's error. */
export async function callPeer(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: object },
) {
  const sent = body ? { body: JSON.stringify(body) } : {};
  const answer = await fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, ...sent });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} from ${method} ${url}: ${text.slice(0, 300)}`);
  return text ? JSON.parse(text) : {};
}

/** A new order of these values, with another id in each request. */
export const creating = (target: { path: string; headers: Record<string, string> }, values: PeerOrder): Request => ({
  method: 'POST',
  ...target,
  setupRequest: (request) => ({
    ...request,
    body: JSON.stringify({ ...values, id: randomBytes(12).toString('hex') }),
  }),
});
