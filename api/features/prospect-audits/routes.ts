import type { FastifyInstance } from 'fastify';
import { isSuggested, suggestionErrors } from '#schemas/audits/suggest.ts';
import type { Client, Order, Product, ProductSuggestion, ProspectAudit } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import type { StoreResponse } from '../../engine/resource/records/calls.ts';
import { createRecord, readRecord } from '../../engine/resource/records/records.ts';
import { documentationOf, idempotencyKey } from '../../engine/resource/routes/documentation.ts';
import { sendIdempotently } from '../../engine/resource/routes/idempotent-reply.ts';
import { ifMatchRevision } from '../../engine/resource/routes/routes.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody, idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { now } from '../../platform/clock/clock.ts';
import { ApiError, invalidRecord } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { clients } from '../clients/clients.ts';
import { entities } from '../entities/entities.ts';
import { newRowId } from '../forms/row-id.ts';
import { createOrder } from '../orders/lifecycle/write-order.ts';
import { retryAudit } from './prospect-audits.ts';

const audits = resource('ProspectAudit');
const tag = audits.path;
const id = { type: 'string', pattern: idPattern };
const nothing = { type: 'object', properties: {}, additionalProperties: false };

/** Routes of prospect audits besides the generated ones: retry, suggestions, and creating an order. */
export async function prospectAuditRoutes(app: FastifyInstance): Promise<void> {
  const params = idParams('id');
  app.post<{ Params: { id: string } }>(
    '/api/prospect_audit/:id/retry',
    { schema: { params, body: nothing }, config: { documentation: retryDocumentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const audit = await retryAudit(viewer, request.params.id, ifMatchRevision(request));
      return reply.header('ETag', `"${audit.revision}"`).send(toResponse(audits, audit, viewer));
    },
  );

  app.get<{ Params: { id: string } }>(
    '/api/prospect_audit/:id/suggestions',
    { schema: { params }, config: { documentation: suggestionsDocumentation } },
    async (request) => {
      const viewer = signedIn(request);
      return await suggestProducts(viewer, await loadReadable(viewer, 'ProspectAudit', request.params.id));
    },
  );

  app.post<{ Params: { id: string }; Body: AuditOrderRequest }>(
    '/api/prospect_audit/:id/order',
    { schema: { params, body: orderBody }, config: { documentation: orderDocumentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { id } = request.params;
      return await sendIdempotently({
        request,
        reply,
        name: 'Order',
        checksStoredResponseFirst: true,
        make: (storeResponse) => createOrderFromAudit({ viewer, id, request: request.body, storeResponse }),
      });
    },
  );
}

const orderBody = {
  type: 'object',
  properties: {
    channelId: { ...id, title: 'Channel', description: 'A channel that the caller can use. The order uses its form.' },
    clientId: { ...id, title: 'Client', description: 'The id of an existing client.' },
    client: { ...createBody(resource('Client')), title: 'New client', description: 'The fields of a new client.' },
    entityId: {
      ...id,
      title: 'Organization',
      description: 'The entity of a new client. Defaults to the entity of the caller if they have only one.',
    },
    products: { type: 'array', items: id, maxItems: 50, uniqueItems: true, title: 'Products' },
  },
  required: ['channelId'],
  additionalProperties: false,
};

const retryDocumentation: Documentation = {
  ...documentationOf(audits, 'update'),
  summary: 'Repeat a ProspectAudit',
  description: 'Requires an audit that has ended, and permission to create one. Existing reports are retained.',
  errors: [
    'REQUEST_DENIED',
    'MISSING_ABILITY',
    'MISSING_PERMISSION',
    'RESOURCE_NOT_FOUND',
    'RESOURCE_CONFLICT',
    'RATE_LIMITED',
  ],
};

const suggestionsDocumentation: Documentation = {
  tag,
  summary: 'List the products that a ProspectAudit suggests',
  description:
    'Returns the products that the suggestion scripts select from its latest report, limited to those that the caller can order.',
  answer: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        product: {
          type: 'object',
          properties: { id, key: { type: 'string' }, name: { type: 'string' }, group: { type: 'string' } },
          required: ['id', 'key', 'name'],
          additionalProperties: false,
        },
        reasons: {
          type: 'array',
          items: { type: 'string' },
          description: 'The names of the suggestions that selected the product.',
        },
      },
      required: ['product', 'reasons'],
      additionalProperties: false,
    },
  },
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
};

const orderDocumentation: Documentation = {
  ...documentationOf(resource('Order'), 'create', ['RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE']),
  tag,
  summary: 'Create a client and a draft Order from a ProspectAudit',
  operationId: 'createOrderFromProspectAudit',
  description:
    'Uses a new or an existing client and creates a DRAFT owned by the caller. The rules of both resources apply. Creates both or neither.',
  headers: idempotencyKey,
};

/** Maximum number of suggestions evaluated per audit. */
const maxSuggestions = 200;

/** Hooks of product suggestions: the script must be valid; each problem is reported with its position. */
export const productSuggestions: ResourceHooks<ProductSuggestion> = {
  async beforeWrite({ changes }) {
    const faults = changes.condition === undefined ? [] : suggestionErrors(changes.condition);
    if (faults.length === 0) return changes;
    throw invalidRecord(
      faults.map(({ line, column, message }) => ({
        path: '/condition',
        message: `Line ${line}, column ${column}: ${message}`,
      })),
    );
  },
};

/** A suggested product with the reasons. */
interface SuggestedProduct {
  product: Pick<Product, 'id' | 'key' | 'name' | 'group'>;
  reasons: string[];
}

/**
 * Evaluates the administrators' scripts on an audit's latest report and returns the suggested products that the viewer
 * may order, without duplicates.
 */
async function suggestProducts(viewer: Viewer, audit: ProspectAudit): Promise<SuggestedProduct[]> {
  const report = audit.reportId ? await storeOf('AuditReport').findOne({ _id: audit.reportId }) : null;
  if (!report) return [];
  const all = await storeOf('ProductSuggestion').find({
    filter: { inactive: false },
    sort: ['name'],
    limit: maxSuggestions,
  });
  const time = now();
  const matching = all.filter(({ condition }) => isSuggested(condition, audit, report, time));
  const ids = [...new Set(matching.map(({ product }) => product))];
  const filter = { $and: [allowedFilter(viewer, 'read', 'Product'), { _id: { $in: ids } }] };
  const products = new Map((await storeOf('Product').find({ filter })).map((product) => [product.id, product]));
  return ids.flatMap((product) => {
    const found = products.get(product);
    const reasons = matching.filter((each) => each.product === product).map(({ name }) => name);
    return found ? [{ product: { id: found.id, key: found.key, name: found.name, group: found.group }, reasons }] : [];
  });
}

/** Request to create an order from an audit: with an existing client, or the fields of a new one. */
interface AuditOrderRequest {
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
async function createOrderFromAudit({ viewer, id, request, storeResponse }: OrderOptions): Promise<Order> {
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
        const $set = { madeClient: client.id, madeOrder: created.id, expires: null };
        await storeOf('ProspectAudit').updateMany({ _id: id }, { $set, $inc: { revision: 1 } });
        await storeOf('AuditReport').updateDerived({ audit: id }, { $set: { expires: null } });
        await storeResponse(created);
      },
    });
  });
}

async function newClient(viewer: Viewer, { client = {}, entityId }: AuditOrderRequest): Promise<Client> {
  const place = entityId ? await readRecord({ name: 'Entity', declaration: entities, viewer }, entityId) : undefined;
  return await createRecord({ name: 'Client', declaration: clients(place), viewer }, client);
}
