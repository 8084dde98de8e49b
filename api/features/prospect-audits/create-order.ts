import type { Client, Order } from '#schemas/generated/types.ts';
import { allowedFilter, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import type { StoreResponse } from '../../engine/resource/records/calls.ts';
import { createRecord, readRecord } from '../../engine/resource/records/records.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { clients } from '../clients/clients.ts';
import { entities } from '../entities/entities.ts';
import { newRowId } from '../forms/row-id.ts';
import { createOrder } from '../orders/lifecycle/write-order.ts';

/** Request to create an order from an audit: with an existing client, or the fields of a new one. */
export interface AuditOrderRequest {
  channelId: string;
  clientId?: string;
  client?: Partial<Client>;
  /** The entity of a new client; by default the caller's only one. */
  entityId?: string;
  /** Product ids of the first lines. */
  products?: string[];
}

interface OrderOptions {
  viewer: Viewer;
  id: string;
  request: AuditOrderRequest;
  storeResponse: StoreResponse<Order>;
}

/**
 * Creates a client and a DRAFT order from an audit in one transaction. Both require their usual permissions. The audit
 * stores the ids of both. Returns the order.
 */
export async function createOrderFromAudit({ viewer, id, request, storeResponse }: OrderOptions): Promise<Order> {
  const { channelId, clientId, products = [] } = request;
  await loadReadable(viewer, 'ProspectAudit', id);
  allowedFilter(viewer, 'create', 'Order');
  if ((request.client === undefined) === (clientId === undefined))
    throw new ApiError('REQUEST_DENIED', { reason: 'Must have either a new client or the id of an existing one' });
  const channel = await loadReadable(viewer, 'Channel', channelId);
  return await transaction(async () => {
    const client = clientId ? await loadReadable(viewer, 'Client', clientId) : await newClient(viewer, request);
    return await createOrder({
      viewer,
      body: {
        channelId,
        form: channel.orderFormId,
        user: viewer.user.id,
        client: client.id,
        products: products.map((product) => ({ id: newRowId(), product, data: {} })),
      },
      storeResponse: async (created) => {
        const $set = { madeClient: client.id, madeOrder: created.id };
        await storeOf('ProspectAudit').updateMany({ _id: id }, { $set, $inc: { revision: 1 } });
        await storeResponse(created);
      },
    });
  });
}

async function newClient(viewer: Viewer, { client = {}, entityId }: AuditOrderRequest): Promise<Client> {
  const place = entityId ? await readRecord({ name: 'Entity', declaration: entities, viewer }, entityId) : undefined;
  return await createRecord({ name: 'Client', declaration: clients(place), viewer }, client);
}
