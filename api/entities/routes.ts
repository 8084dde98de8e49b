import type { FastifyInstance } from 'fastify';
import type { Client, Entity } from '#schemas/generated/types.ts';
import { allowedFilter } from '../access/viewer.ts';
import { signedIn } from '../auth/signed-in.ts';
import { clients } from '../clients/clients.ts';
import { answerOf } from '../resource/answer.ts';
import { createBody, idParams } from '../resource/body-schema.ts';
import { resource } from '../resource/model.ts';
import { create, read } from '../resource/service.ts';
import { store } from '../resource/store.ts';
import { entities } from './entities.ts';

interface Node extends Pick<Entity, 'id' | 'name' | 'subType'> {
  children: Node[];
}

/** The calls on entities that are more than one record (spec 7). */
export async function entityRoutes(app: FastifyInstance): Promise<void> {
  app.get('/api/entities/tree', async (request) => {
    const filter = allowedFilter(signedIn(request), 'read', 'Entity');
    return treeOf(await store('Entity').find({ filter, sort: ['name'] }));
  });

  app.post<{ Params: { id: string }; Body: Partial<Client> }>(
    '/api/entities/:id/clients',
    { schema: { params: idParams('id'), body: createBody(resource('Client')) } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const parent = await read({ name: 'Entity', declaration: entities, viewer }, request.params.id);
      const client = await create({ name: 'Client', declaration: clients(parent), viewer }, request.body);
      return reply
        .code(201)
        .header('ETag', `"${client.revision}"`)
        .send(answerOf(resource('Client'), client, viewer));
    },
  );
}

/** Entities below their parents; one whose parent may not be read stands at the top. */
function treeOf(records: Entity[]): Node[] {
  const nodes = new Map(
    records.map(({ id, name, subType }): [string, Node] => [id, { id, name, subType, children: [] }]),
  );
  const roots: Node[] = [];
  for (const { id, parent } of records) {
    const node = nodes.get(id);
    if (node) (nodes.get(parent ?? '')?.children ?? roots).push(node);
  }
  return roots;
}
