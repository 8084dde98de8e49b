import type { FastifyInstance } from 'fastify';
import type { Entity } from '#schemas/generated/types.ts';
import { signedIn } from '../access/signed-in.ts';
import { allowedFilter } from '../access/viewer.ts';
import type { Documentation } from '../resource/schemas/documentation.ts';
import { store } from '../store/store.ts';

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

/** The tree of what the viewer may read (spec 7). */
export async function entityRoutes(app: FastifyInstance): Promise<void> {
  app.get('/api/entities/tree', { config: { documentation: tree } }, async (request) => {
    const filter = allowedFilter(signedIn(request), 'read', 'Entity');
    return treeOf(await store('Entity').find({ filter, sort: ['name'] }));
  });
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
