import type { FastifyInstance } from 'fastify';
import type { OrderVersion } from '#schemas/generated/types.ts';
import { signedIn } from '../access/signed-in.ts';
import { loadReadable } from '../access/viewer.ts';
import { pageOf as pageSchema } from '../resource/lists/documentation.ts';
import { pageOf } from '../resource/lists/list.ts';
import { parameters } from '../resource/lists/parameters.ts';
import { parseListQuery } from '../resource/lists/query.ts';
import { sendPage } from '../resource/lists/reply.ts';
import { idParams, type JsonSchema } from '../resource/schemas/body-schema.ts';
import type { Documentation } from '../resource/schemas/documentation.ts';
import { resource } from '../store/model.ts';
import { withoutSealed } from '../store/sealing.ts';
import { newestFirst } from './versions.ts';

/** GET /api/orders/{id}/versions: what was saved of an order, newest first (design 6). */
export async function orderVersionRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/api/orders/:id/versions',
    { schema: { params: idParams('id') }, config: { documentation, isHeavy: () => true } },
    async (request, reply) => {
      const order = await loadReadable(signedIn(request), 'Order', request.params.id);
      const query = parseListQuery({
        resource: resource('OrderVersion'),
        query: request.query,
        extraKeys: [],
        place: `/api/orders/${order.id}/versions`,
      });
      const newest = { ...query, sort: newestFirst };
      const page = await pageOf('OrderVersion', { filter: { order: order.id }, query: newest });
      return await sendPage(reply, { name: 'versions', query: newest, page, shown: shownVersion });
    },
  );
}

const shownVersion = ({ id, orderRevision, timestamp, patch, extra, autosave }: OrderVersion) => ({
  id,
  orderRevision,
  timestamp,
  patch: withoutSealed(patch),
  extra,
  autosave,
});

const version: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    orderRevision: {
      type: 'integer',
      description: 'The revision that the save made; of gathered autosaves the first.',
    },
    timestamp: { type: 'string', format: 'date-time' },
    patch: { type: 'array', items: { type: 'object', additionalProperties: true } },
    extra: { type: 'object', additionalProperties: true },
    autosave: { type: 'boolean' },
  },
  required: ['id', 'orderRevision', 'timestamp', 'patch'],
  additionalProperties: false,
};

/** What the OpenAPI document says of them. */
const documentation: Documentation = {
  summary: 'List what was saved of an order, newest first',
  tag: resource('Order').path,
  query: {
    page: { type: 'integer', minimum: 1, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
    after: parameters.after.schema(resource('Order')),
  },
  answer: pageSchema(version),
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
};
