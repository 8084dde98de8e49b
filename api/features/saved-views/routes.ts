import type { FastifyInstance } from 'fastify';
import type { SavedViewInput } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { collectionOperations } from '../../engine/resource/records/records.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { savedViewHooks } from './saved-views.ts';

const views = resource('SavedView');
const documentation: Documentation = {
  ...documentationOf(views, 'create'),
  status: 200,
  summary: 'Save a SavedView by name',
  operationId: 'saveViewByName',
  description: 'Replaces your view with that list and name, or creates it.',
};

/** PUT creates or replaces (upserts) the viewer's saved view by list and name (design 3). */
export async function savedViewRoutes(app: FastifyInstance): Promise<void> {
  app.put<{ Body: SavedViewInput }>(
    `/api/${views.path}`,
    { schema: { body: createBody(views) }, config: { documentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { resource: list, name } = request.body;
      const calls = collectionOperations({ name: 'SavedView', declaration: savedViewHooks, viewer });
      const existing = await storeOf('SavedView').findOne({ user: viewer.user.id, resource: list, name });
      const saved = existing
        ? await calls.update({ id: existing.id, revision: undefined, changes: request.body })
        : await calls.create(request.body);
      return reply.header('ETag', `"${saved.revision}"`).send(toResponse(views, saved, viewer));
    },
  );
}
