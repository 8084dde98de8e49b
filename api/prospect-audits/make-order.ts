import type { Client, Order } from '#schemas/generated/types.ts';
import { allowedFilter, loadReadable, type Viewer } from '../access/viewer.ts';
import { clients } from '../clients/clients.ts';
import { entities } from '../entities/entities.ts';
import { ApiError } from '../errors/catalogue.ts';
import { newRowId } from '../forms/row-id.ts';
import { createOrder } from '../orders/write-order.ts';
import type { Keep } from '../resource/records/calls.ts';
import { create, read } from '../resource/records/service.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';

/** What an order is made of beside the audit: a client that is there, or the fields of a new one. */
export interface OrderAsked {
  channelId: string;
  clientId?: string;
  client?: Partial<Client>;
  /** The entity that a new client belongs to; the only one of the caller when nothing is said. */
  entityId?: string;
  /** The ids of the products that it begins with. */
  products?: string[];
}

interface Making {
  viewer: Viewer;
  id: string;
  asked: OrderAsked;
  keep: Keep<Order>;
}

/**
 * Makes the client of an audit and a DRAFT for it, both or neither, by the rules that each has: whoever may not make one of them makes none.
 * The audit notes both.
 */
export async function makeOrderOf({ viewer, id, asked, keep }: Making): Promise<Order> {
  const { channelId, clientId, products = [] } = asked;
  await loadReadable(viewer, 'ProspectAudit', id);
  allowedFilter(viewer, 'create', 'Order');
  if ((asked.client === undefined) === (clientId === undefined))
    throw new ApiError('REQUEST_DENIED', { reason: 'Say either a new client or the id of one' });
  const channel = await loadReadable(viewer, 'Channel', channelId);
  return await transaction(async () => {
    const client = clientId ? await loadReadable(viewer, 'Client', clientId) : await newClient(viewer, asked);
    return await createOrder({
      viewer,
      body: {
        channelId,
        form: channel.orderFormId,
        user: viewer.user.id,
        client: client.id,
        products: products.map((product) => ({ id: newRowId(), product, data: {} })),
      },
      keep: async (made) => {
        const $set = { madeClient: client.id, madeOrder: made.id };
        await store('ProspectAudit').updateMany({ _id: id }, { $set, $inc: { revision: 1 } });
        await keep(made);
      },
    });
  });
}

async function newClient(viewer: Viewer, { client = {}, entityId }: OrderAsked): Promise<Client> {
  const place = entityId ? await read({ name: 'Entity', declaration: entities, viewer }, entityId) : undefined;
  return await create({ name: 'Client', declaration: clients(place), viewer }, client);
}
