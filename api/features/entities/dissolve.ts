import type { Entity, EntityMember } from '#schemas/generated/types.ts';
import { assertMay, may, type Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { enqueueTwice } from '../../engine/jobs/queue.ts';
import { assertRevision, createRecord, deleteRecord, updateRecord } from '../../engine/resource/records/records.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { invalidRecord, invalidRequest, missingPermission, notFound } from '../../platform/errors/catalogue.ts';
import { channels } from '../channels/channels.ts';
import { isForClient } from './client-entity.ts';
import { entities, followSuccessor, members } from './entities.ts';
import { scopeUpdatePipeline } from './scope-updates.ts';

/** What to do with the dependents of an entity to delete. */
export interface DissolvePlan {
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
export async function dissolve({ viewer, id, revision, plan }: DissolveRequest): Promise<Entity> {
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
