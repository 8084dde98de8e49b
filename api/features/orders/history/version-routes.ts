import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { loadReadable, type Viewer } from '../../../engine/access/viewer.ts';
import { pageSchemaOf as pageSchema } from '../../../engine/resource/lists/documentation.ts';
import { loadPage } from '../../../engine/resource/lists/list.ts';
import { listParameterTable } from '../../../engine/resource/lists/parameters.ts';
import { parseListQuery } from '../../../engine/resource/lists/query.ts';
import { addShown, sendPage } from '../../../engine/resource/lists/reply.ts';
import type { Expansion } from '../../../engine/resource/records/calls.ts';
import { documentationOf } from '../../../engine/resource/routes/documentation.ts';
import { ifMatchRevision } from '../../../engine/resource/routes/routes.ts';
import { toResponse } from '../../../engine/resource/rules/serializer.ts';
import { idParams, type JsonSchema } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { recordSchema } from '../../../engine/resource/schemas/record-schema.ts';
import { resource } from '../../../engine/store/model.ts';
import { redactSealed } from '../../../engine/store/sealing.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { newestFirst, orderAtRevision } from './versions.ts';

/** A version as the API returns it, without passwords (design 6). */
const versionResponse = ({ id, orderRevision, timestamp, patch, extra, autosave }: OrderVersion) => ({
  id,
  orderRevision,
  timestamp,
  patch: redactSealed(patch),
  extra,
  autosave,
});

const versionSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    orderRevision: {
      type: 'integer',
      description: 'The revision that the save created; the first one for merged autosaves.',
    },
    timestamp: { type: 'string', format: 'date-time' },
    patch: { type: 'array', items: { type: 'object', additionalProperties: true } },
    extra: { type: 'object', additionalProperties: true },
    autosave: { type: 'boolean' },
  },
  required: ['id', 'orderRevision', 'timestamp', 'patch'],
  additionalProperties: false,
};

/** Maximum number of versions embedded in an order (design 6). */
const maxVersions = 50;

/** The `versions` expansion of an order (`populate`): the newest versions, as many as fit on a page. */
export const versionsExpansion: Expansion<Order> = {
  name: 'versions',
  schema: {
    type: 'array',
    description: `The newest ${maxVersions} versions, newest first, if requested by populate. Fewer if they exceed 4 MiB.`,
    maxItems: maxVersions,
    items: versionSchema,
  },
  load: async ({ id }) => {
    const query = parseListQuery({
      resource: resource('OrderVersion'),
      query: { limit: String(maxVersions) },
      extraKeys: [],
    });
    const page = await loadPage('OrderVersion', { filter: { order: id }, query: { ...query, sort: newestFirst } });
    return page.results.map(versionResponse);
  },
};

const orders = resource('Order');
const url = '/api/orders/:id/versions';

const params = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: idPattern },
    number: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' },
  },
  required: ['id', 'number'],
};

interface RestoreRequest {
  viewer: Viewer;
  id: string;
  /** The revision to restore. */
  number: number;
  /** The revision that the caller has seen. */
  revision: number | undefined;
  log: FastifyBaseLogger;
}

interface Options {
  /** Restores an earlier revision. Passed in, because a restore is a write, and writes are built on the history. */
  restoreOrder: (request: RestoreRequest) => Promise<Order>;
}

/**
 * Version history routes: the list of versions, newest first, the order at an earlier revision, and its restore.
 * Passwords are left out (design 6).
 */
export async function versionRoutes(app: FastifyInstance, { restoreOrder }: Options): Promise<void> {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    url,
    { schema: { params: idParams('id') }, config: { documentation: documented.list, isHeavy: () => true } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const query = parseListQuery({
        resource: resource('OrderVersion'),
        query: request.query,
        extraKeys: [],
        place: `/api/orders/${request.params.id}/versions`,
      });
      const order = await loadReadable(viewer, 'Order', request.params.id);
      const newest = { ...query, sort: newestFirst };
      const page = await loadPage('OrderVersion', { filter: { order: order.id }, query: newest });
      return await sendPage(reply, {
        name: 'versions',
        query: newest,
        page,
        rows: page.results,
        add: addShown(versionResponse),
      });
    },
  );

  app.get<{ Params: { id: string; number: string } }>(
    `${url}/:number`,
    { schema: { params }, config: { documentation: documented.one } },
    async (request) => {
      const viewer = signedIn(request);
      const order = await loadReadable(viewer, 'Order', request.params.id);
      const state = await orderAtRevision(order, Number(request.params.number), request.log);
      return toResponse(orders, redactSealed(state), viewer);
    },
  );

  app.post<{ Params: { id: string; number: string } }>(
    `${url}/:number/restore`,
    { schema: { params }, config: { documentation: documented.restore } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { id, number } = request.params;
      const revision = ifMatchRevision(request);
      const restored = await restoreOrder({ viewer, id, number: Number(number), revision, log: request.log });
      return reply.header('ETag', `"${restored.revision}"`).send(toResponse(orders, restored, viewer));
    },
  );
}

/** OpenAPI documentation of the routes. */
const documented = {
  list: {
    summary: 'List the versions of an order, newest first',
    tag: orders.path,
    query: {
      page: { type: 'integer', minimum: 1, default: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
      after: listParameterTable.after.schema(orders),
    },
    answer: pageSchema(versionSchema),
    errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
  },
  one: {
    summary: 'Get an order at an earlier revision',
    description: 'For autosaves merged into one version, returns the state after the last one. Passwords are omitted.',
    tag: orders.path,
    answer: recordSchema(orders),
    errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
  },
  restore: {
    ...documentationOf(orders, 'update', ['GS_VALIDATION_REJECTED', 'RESOURCE_INOPERABLE']),
    summary: 'Restore the client, form data and lines of an order from an earlier revision',
    description:
      'Validated and stored as a new version like any other save. The status does not change. Returns the order.',
  },
} satisfies Record<string, Documentation>;
