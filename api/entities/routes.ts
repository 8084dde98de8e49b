import type { FastifyInstance } from 'fastify';
import type { Client, Entity } from '#schemas/generated/types.ts';
import { signedIn } from '../access/signed-in.ts';
import { allowedFilter } from '../access/viewer.ts';
import { clients } from '../clients/clients.ts';
import type { Documentation } from '../documentation/documentation.ts';
import { answerOf } from '../resource/answer.ts';
import { createBody, idParams } from '../resource/body-schema.ts';
import { documentationOf } from '../resource/documentation.ts';
import { create, read } from '../resource/service.ts';
import { resource } from '../store/model.ts';
import { store } from '../store/store.ts';
import { entities } from './entities.ts';

interface Node extends Pick<Entity, 'id' | 'name' | 'subType'> {
  children: Node[];
}

const tree: Documentation = {
  summary: 'Read the tree of Entities',
  answer: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        name: { type: 'string' },
        subType: { type: ['string', 'null'] },
        children: { type: 'array', items: { type: 'object' }, description: 'The same again.' },
      },
      required: ['id', 'name', 'children'],
      additionalProperties: false,
    },
  },
  errors: ['MISSING_ABILITY'],
};
const makeClient: Documentation = {
  ...documentationOf(resource('Client'), 'create'),
  summary: 'Make a Client below an Entity',
  errors: [
    'MISSING_ABILITY',
    'MISSING_PERMISSION',
    'RESOURCE_NOT_FOUND',
    'RESOURCE_CONFLICT',
    'DATABASE_VALIDATION_ERROR',
  ],
};

/** The calls on entities that are more than one record (spec 7). */
export async function entityRoutes(app: FastifyInstance): Promise<void> {
  app.get('/api/entities/tree', { config: { documentation: tree } }, async (request) => {
    const filter = allowedFilter(signedIn(request), 'read', 'Entity');
    return treeOf(await store('Entity').find({ filter, sort: ['name'] }));
  });

  app.post<{ Params: { id: string }; Body: Partial<Client> }>(
    '/api/entities/:id/clients',
    {
      schema: { params: idParams('id'), body: createBody(resource('Client')) },
      config: { documentation: makeClient },
    },
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
