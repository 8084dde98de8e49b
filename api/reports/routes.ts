import type { FastifyInstance } from 'fastify';
import { allowedFilter, loadReadable } from '../access/viewer.ts';
import { signedIn } from '../auth/signed-in.ts';
import { idParams } from '../resource/body-schema.ts';
import { summaryDocumentation, summaryOf } from './summary.ts';

/** The calls on reports that are more than their records (design 3). */
export async function reportRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/api/reports/:id/summary',
    { schema: { params: idParams('id') }, config: { documentation: summaryDocumentation } },
    async (request) => {
      const viewer = signedIn(request);
      const { kind } = await loadReadable(viewer, 'Report', request.params.id);
      return await summaryOf({ $and: [allowedFilter(viewer, 'read', 'ReportRow'), { kind, hidden: false }] });
    },
  );
}
