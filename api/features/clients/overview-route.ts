import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../engine/access/signed-in.ts';
import { loadReadable } from '../../engine/access/viewer.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import { idShape as id, listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { clientOverview } from './overview.ts';

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
