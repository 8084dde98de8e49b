import type { FastifyInstance } from 'fastify';
import { toSignificant } from '#grammar/decimal/decimal.ts';
import type { ClientFile, ClientOverview, YearOfRevenue } from '#schemas/clients/overview.ts';
import type { Client } from '#schemas/generated/types.ts';
import { orderStatuses } from '#schemas/orders/order-stage.ts';
import { openRanges } from '#schemas/resource/indexes.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { visibleImportsFilter } from '../../engine/imports/import-visibility.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import { idShape as id, listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';

/** Limits: number of latest orders searched for files, and of files returned. */
const maxOrders = 100;
const maxFiles = 50;

/** Returns a client's order counts, revenue and files, limited to what the viewer may read. */
async function clientOverview(viewer: Viewer, client: Client): Promise<ClientOverview> {
  const readable = conditionOf(viewer.ability, 'read', 'Order');
  const ofClient = readable && { $and: [readable, { client: client.id }] };
  const [orders, revenue, files] = await Promise.all([
    ofClient ? countsOf(ofClient) : [],
    revenueOf(viewer, client),
    ofClient ? filesOf(ofClient) : [],
  ]);
  return { id: client.id, orders, revenue, files };
}

async function countsOf(filter: Filter): Promise<ClientOverview['orders']> {
  const groups = await storeOf('Order').aggregate(filter, [{ $group: { _id: '$status', count: { $sum: 1 } } }]);
  const counts = new Map(groups.map(({ _id, count }) => [_id, Number(count)]));
  return orderStatuses.map((status) => ({ status, count: counts.get(status) ?? 0 })).filter(({ count }) => count > 0);
}

/** A client's report rows are stored at its own entity in the tree; a client outside the tree has none. */
async function revenueOf(viewer: Viewer, { treeScope: [place] }: Client): Promise<YearOfRevenue[]> {
  const readable = conditionOf(viewer.ability, 'read', 'ReportRow');
  if (!readable || place === undefined) return [];
  const $and = [readable, { treeScope: place, kind: 'AgencyOrder', hidden: false }, await visibleImportsFilter()];
  const sums = { rows: { $sum: 1 }, revenue: { $sum: '$data.revenue' }, netRevenue: { $sum: '$data.net_revenue' } };
  const years = await storeOf('ReportRow').aggregate({ $and }, [
    { $group: { _id: '$data.fiscal_year', ...sums } },
    { $sort: { _id: -1 } },
  ]);
  return years.map(({ _id, rows, revenue, netRevenue }) => ({
    year: typeof _id === 'number' ? _id : null,
    rows: Number(rows),
    revenue: toSignificant(Number(revenue)),
    netRevenue: toSignificant(Number(netRevenue)),
  }));
}

async function filesOf(filter: Filter): Promise<ClientFile[]> {
  const only = ['files', 'refCode', 'channelId'];
  // With the ranges, an index yields the newest orders first.
  const $and = [filter, ...openRanges(resource('Order'), [])];
  const orders = await storeOf('Order').find({ filter: { $and }, sort: ['-updatedAt'], limit: maxOrders, only });
  const orderOf = new Map(orders.flatMap((order) => order.files.map((id) => [id, order] as const)).reverse());
  const found = await storeOf('File').find({
    filter: { _id: { $in: [...orderOf.keys()] } },
    sort: ['-createdAt'],
    limit: maxFiles,
  });
  return found.flatMap(({ id, name, mimeType, size, createdAt }) => {
    const order = orderOf.get(id);
    if (!order) return [];
    return [
      {
        id,
        name,
        mimeType,
        size,
        createdAt,
        order: { id: order.id, refCode: order.refCode, channelId: order.channelId },
      },
    ];
  });
}

/** GET /api/clients/{id}/overview: aggregates shown on a client's page. */
export async function clientOverviewRoute(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/api/clients/:id/overview',
    { schema: { params: idParams('id') }, config: { documentation, isHeavy: () => true } },
    async (request) => {
      const viewer = signedIn(request);
      return await clientOverview(viewer, await loadReadable(viewer, 'Client', request.params.id));
    },
  );
}

const text = { type: 'string' };
const number = { type: 'number' };
const count = { type: 'integer' };

const documentation = {
  tag: resource('Client').path,
  summary: 'Get the overview of a Client',
  description:
    'Returns its orders by status, its revenue by fiscal year from report rows, and the files of its latest orders, each as far as the caller can read them.',
  answer: objectOf({
    id,
    orders: listOf({ status: { type: 'string', enum: resource('Order').schema.properties.status?.enum ?? [] }, count }),
    revenue: listOf({ year: { type: ['number', 'null'] }, rows: count, revenue: number, netRevenue: number }),
    files: listOf({
      id,
      name: text,
      mimeType: text,
      size: count,
      createdAt: { type: 'string', format: 'date-time' },
      order: objectOf({ id, refCode: text, channelId: id }),
    }),
  }),
  errors: ['MISSING_ABILITY' as const, 'RESOURCE_NOT_FOUND' as const],
};
