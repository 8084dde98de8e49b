import type { FastifyInstance } from 'fastify';
import type { Entity, EntityMember } from '#schemas/generated/types.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, assertMay, loadReadable, may, type Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { enqueueTwice } from '../../engine/jobs/queue.ts';
import { assertRevision, createRecord, deleteRecord, updateRecord } from '../../engine/resource/records/records.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { ifMatchRevision } from '../../engine/resource/routes/routes.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { type ResourceName, resource } from '../../engine/store/model.ts';
import { referenceFieldsTo } from '../../engine/store/reference-paths.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { invalidRecord, invalidRequest, missingPermission, notFound } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { channels } from '../channels/channels.ts';
import { isForClient } from './client-entity.ts';
import { entities, followSuccessor, members } from './entities.ts';
import { scopeUpdatePipeline } from './scope-updates.ts';

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
  operationId: 'getEntityTree',
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

/** What to do with the dependents of an entity to delete. */
interface DissolvePlan {
  /** The entity that receives the children and channels. */
  moveTo: string;
  /** Whether members become members of that entity, with access to all of it, or lose their membership. */
  members: 'move' | 'end';
}

interface DissolveRequest {
  viewer: Viewer;
  id: string;
  revision: number | undefined;
  plan: DissolvePlan;
}

/**
 * Deletes a non-empty entity: moves its children, channels and members to another entity and then deletes it like any
 * other, in one transaction; jobs update deeper descendants. Other references (a guild, a saved view) cannot be moved
 * and make it fail. Returns the entity as it was.
 */
async function dissolve({ viewer, id, revision, plan }: DissolveRequest): Promise<Entity> {
  return await transaction(async () => {
    const current = await storeOf('Entity').lockForUpdate(id);
    if (!current || !may(viewer, 'read', 'Entity', current)) throw notFound('Entity', id);
    assertMay(viewer, 'delete', 'Entity', current);
    assertRevision('Entity', current, revision);
    const to = await targetOf(viewer, current, plan);
    await moveChildren(viewer, current, to);
    await moveChannels(viewer, current, to);
    await moveMembers(viewer, current, { to, plan });
    await followSuccessor(id, to.id);
    return await deleteRecord({ name: 'Entity', declaration: entities, viewer }, { id, revision: current.revision });
  });
}

/**
 * Returns the target entity. The viewer must be allowed to change it; it must not be a client's entity or below the
 * deleted one.
 */
async function targetOf(viewer: Viewer, current: Entity, { moveTo }: DissolvePlan): Promise<Entity> {
  const reject = (message: string) => [{ path: '/moveTo', value: moveTo, message }];
  const to = await storeOf('Entity').lockForUpdate(moveTo);
  if (!to || !may(viewer, 'read', 'Entity', to)) throw invalidRecord(reject('No Entity has this id'));
  if (to.treeScope.includes(current.id))
    throw invalidRequest('body', reject('This entity is being deleted, or is below it'));
  if (isForClient(to)) throw invalidRecord(reject('An entity of subType client cannot have child entities'));
  if (!may(viewer, 'update', 'Entity', to)) throw missingPermission('update', 'Entity', to.id);
  return to;
}

/**
 * Bulk update: per-child updates would take some ten database calls each, and an agency may have thousands of clients.
 */
async function moveChildren(viewer: Viewer, { id }: Entity, to: Entity): Promise<void> {
  const children = await storeOf('Entity').find({ filter: { parent: id } });
  if (children.length === 0) return;
  const parent = to.id;
  await storeOf('Entity').updateMany({ parent: id }, { $set: { parent }, $inc: { revision: 1 } });
  for (const name of ['Entity', 'EntityMember', 'Client'] as const)
    await storeOf(name).updateDerived({ treeScope: id, _id: { $ne: id } }, scopeUpdatePipeline(id, to.treeScope));
  for (const before of children) {
    const after = { ...before, parent, revision: before.revision + 1 };
    await recordAuditChange({ viewer, action: 'update', name: 'Entity', before, after });
  }
  for (const child of children) if (!isForClient(child)) await enqueueTwice('move', `Entity/${child.id}`);
}

async function moveChannels(viewer: Viewer, { id }: Entity, to: Entity): Promise<void> {
  const subject = { name: 'Channel', declaration: channels, viewer } as const;
  for (const channel of await storeOf('Channel').find({ filter: { entityId: id } }))
    await updateRecord(subject, { id: channel.id, revision: channel.revision, changes: { entityId: to.id } });
}

/** Users who are members of both entities keep their membership in the target unchanged. */
async function moveMembers(
  viewer: Viewer,
  { id }: Entity,
  { to, plan }: { to: Entity; plan: DissolvePlan },
): Promise<void> {
  const at = (entity: string) => ({ name: 'EntityMember', declaration: members, viewer, below: { entity } }) as const;
  const existing = await storeOf('EntityMember').find({ filter: { entity: to.id } });
  const isMember = ({ user }: EntityMember) => existing.some((each) => each.user === user);
  for (const member of await storeOf('EntityMember').find({ filter: { entity: id } })) {
    if (plan.members === 'move' && !isMember(member))
      await createRecord(at(to.id), { user: member.user, flags: member.flags });
    await deleteRecord(at(id), { id: member.id, revision: member.revision });
  }
}
