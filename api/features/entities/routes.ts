import type { FastifyInstance } from 'fastify';
import type { Entity } from '#schemas/generated/types.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { ifMatchRevision } from '../../engine/resource/routes/routes.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { type ResourceName, resource } from '../../engine/store/model.ts';
import { referenceFieldsTo } from '../../engine/store/reference-paths.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { type DissolvePlan, dissolve } from './dissolve.ts';

/** Count limit per kind of record. */
const maxDependentCount = 10_000;

/** Counts of the records that depend on an entity, limited to what the viewer may read. */
interface Dependents {
  /** Records directly at or below the entity. */
  own: { entities: number; clients: number; members: number; channels: number };
  /** All descendants and their orders, which a move affects. */
  below: { entities: number; clients: number; orders: number };
  /** Other references that prevent deletion, by type. */
  others: Record<string, number>;
}

/** Types not listed under `others`; invitations are deleted with the entity. */
const excludedTypes: readonly ResourceName[] = ['Entity', 'EntityMember', 'Channel', 'Invitation'];

/** Counts the records that depend on an entity. */
async function dependentsOf(viewer: Viewer, id: string): Promise<Dependents> {
  const count = (name: ResourceName, filter: Filter) => countReadable(viewer, name, filter);
  const below = { treeScope: id, _id: { $ne: id } };
  const [entities, clients, members, channels, allEntities, allClients, orders] = await Promise.all([
    count('Entity', { parent: id, subType: 'abstract' }),
    count('Entity', { parent: id, subType: 'client' }),
    count('EntityMember', { entity: id }),
    count('Channel', { entityId: id }),
    count('Entity', { ...below, subType: 'abstract' }),
    count('Entity', { ...below, subType: 'client' }),
    count('Order', { treeScope: id }),
  ]);
  const others = await Promise.all(
    othersNaming().map(async ({ name, path }) => ({ name, count: await count(name, { [path]: id }) })),
  );
  return {
    own: { entities, clients, members, channels },
    below: { entities: allEntities, clients: allClients, orders },
    others: Object.fromEntries(others.filter((each) => each.count > 0).map((each) => [each.name, each.count])),
  };
}

const othersNaming = () => referenceFieldsTo('Entity').filter(({ name }) => !excludedTypes.includes(name));

async function countReadable(viewer: Viewer, name: ResourceName, filter: Filter): Promise<number> {
  const readable = conditionOf(viewer.ability, 'read', name);
  return readable ? await storeOf(name).count({ $and: [filter, readable] }, maxDependentCount) : 0;
}

interface Node extends Pick<Entity, 'id' | 'name' | 'subType'> {
  children: Node[];
}

const tree: Documentation = {
  summary: 'Get the tree of Entities',
  answer: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        name: { type: 'string' },
        subType: { type: ['string', 'null'] },
        children: { type: 'array', items: { type: 'object' }, description: 'Child entities in the same format.' },
      },
      required: ['id', 'name', 'children'],
      additionalProperties: false,
    },
  },
  errors: ['MISSING_ABILITY'],
};

const count = { type: 'integer', minimum: 0 };
const countsOf = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, count])),
  required: names,
  additionalProperties: false,
});

const dependents: Documentation = {
  summary: 'Count the dependents of an Entity',
  description: `Counts the records that the caller can read. \`own\` are those of the entity and its direct children, \`below\` all that move along with it, \`others\` those that prevent its deletion, by type. Counts stop at ${maxDependentCount}.`,
  answer: {
    type: 'object',
    properties: {
      own: countsOf('entities', 'clients', 'members', 'channels'),
      below: countsOf('entities', 'clients', 'orders'),
      others: { type: 'object', additionalProperties: count },
    },
    required: ['own', 'below', 'others'],
    additionalProperties: false,
  },
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
};

const plan = {
  type: 'object',
  properties: {
    moveTo: {
      type: 'string',
      pattern: idPattern,
      description: 'The entity to which its direct children and channels move.',
    },
    members: {
      type: 'string',
      enum: ['move', 'end'],
      description:
        'move: its members become members of the target entity and have access to all of it. end: their memberships end.',
    },
  },
  required: ['moveTo', 'members'],
  additionalProperties: false,
};

const dissolved: Documentation = {
  ...documentationOf(resource('Entity'), 'delete'),
  summary: 'Delete an Entity and move its dependents',
  description:
    'Moves its dependents to another entity first, in one transaction. Other references to it, such as a guild, reject the request as they reject DELETE.',
  errors: [
    'MISSING_ABILITY',
    'MISSING_PERMISSION',
    'RESOURCE_NOT_FOUND',
    'RESOURCE_CONFLICT',
    'RESOURCE_INOPERABLE',
    'DATABASE_VALIDATION_ERROR',
  ],
};

interface ById {
  Params: { id: string };
}

/** Entity routes beyond plain CRUD (spec 7, design 4): tree, dependents, dissolve. */
export async function entityRoutes(app: FastifyInstance): Promise<void> {
  const params = idParams('id');
  app.get<ById>(
    '/api/entities/:id/dependents',
    { schema: { params }, config: { documentation: dependents } },
    async (request) => {
      const viewer = signedIn(request);
      const { id } = await loadReadable(viewer, 'Entity', request.params.id);
      return await dependentsOf(viewer, id);
    },
  );
  app.post<ById & { Body: DissolvePlan }>(
    '/api/entities/:id/dissolve',
    { schema: { params, body: plan }, config: { documentation: dissolved } },
    async (request) => {
      const viewer = signedIn(request);
      const { id } = request.params;
      const gone = await dissolve({ viewer, id, revision: ifMatchRevision(request), plan: request.body });
      return toResponse(resource('Entity'), gone, viewer);
    },
  );
  app.get('/api/entities/tree', { config: { documentation: tree } }, async (request) => {
    const filter = allowedFilter(signedIn(request), 'read', 'Entity');
    return treeOf(await storeOf('Entity').find({ filter, sort: ['name'] }));
  });
}

/** Builds the tree; an entity whose parent is not readable becomes a root. */
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
