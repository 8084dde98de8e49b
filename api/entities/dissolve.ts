import type { Entity, EntityMember } from '#schemas/generated/types.ts';
import { assertMay, may, type Viewer } from '../access/viewer.ts';
import { recordChange } from '../audit/record-change.ts';
import { channels } from '../channels/channels.ts';
import { invalidRequest, missingPermission, notFound, unfit } from '../errors/catalogue.ts';
import { putTwice } from '../jobs/queue.ts';
import { assertRevision, create, remove, update } from '../resource/records/service.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { isForClient } from './client-entity.ts';
import { entities } from './entities.ts';
import { members } from './members.ts';
import { followSuccessor } from './move.ts';
import { lineBelow } from './placement.ts';

/** What becomes of what hangs on an entity that is deleted. */
export interface Plan {
  /** Where all that stands right below it goes, and its channels. */
  moveTo: string;
  /** Whether its members become members there, and reach all of that, or of nothing instead. */
  members: 'move' | 'end';
}

interface Dissolving {
  viewer: Viewer;
  id: string;
  revision: number | undefined;
  plan: Plan;
}

/**
 * Deletes an entity that is not empty: moves what stands right below it, its channels and its members to another, and then
 * deletes it by the rules of every deletion, all in one transaction; what hangs further down is told by jobs. What else
 * names it (a guild, a saved view) is nobody's to move, and refuses it. Answers the entity as it was.
 */
export async function dissolve({ viewer, id, revision, plan }: Dissolving): Promise<Entity> {
  return await transaction(async () => {
    const current = await store('Entity').hold(id);
    if (!current || !may(viewer, 'read', 'Entity', current)) throw notFound('Entity', id);
    assertMay(viewer, 'delete', 'Entity', current);
    assertRevision('Entity', current, revision);
    const to = await goalOf(viewer, current, plan);
    await moveChildren(viewer, current, to);
    await moveChannels(viewer, current, to);
    await moveMembers(viewer, current, { to, plan });
    await followSuccessor(id, to.id);
    return await remove({ name: 'Entity', declaration: entities, viewer }, { id, revision: current.revision });
  });
}

/** Whoever moves something to an entity may change that: it is no place of a client, and not below what is deleted. */
async function goalOf(viewer: Viewer, current: Entity, { moveTo }: Plan): Promise<Entity> {
  const refuse = (message: string) => [{ path: '/moveTo', value: moveTo, message }];
  const to = await store('Entity').hold(moveTo);
  if (!to || !may(viewer, 'read', 'Entity', to)) throw unfit(refuse('No Entity has this id'));
  if (to.treeScope.includes(current.id)) throw invalidRequest('body', refuse('This is deleted, or below what is'));
  if (isForClient(to)) throw unfit(refuse('Nothing is below an entity of subType client'));
  if (!may(viewer, 'update', 'Entity', to)) throw missingPermission('update', 'Entity', to.id);
  return to;
}

/** At once, however many: each would take some ten calls of the database by itself, and an agency may have thousands of clients. */
async function moveChildren(viewer: Viewer, { id }: Entity, to: Entity): Promise<void> {
  const children = await store('Entity').find({ filter: { parent: id } });
  if (children.length === 0) return;
  const parent = to.id;
  await store('Entity').updateMany({ parent: id }, { $set: { parent }, $inc: { revision: 1 } });
  for (const name of ['Entity', 'EntityMember', 'Client'] as const)
    await store(name).rewrite({ treeScope: id, _id: { $ne: id } }, lineBelow(id, to.treeScope));
  for (const before of children) {
    const after = { ...before, parent, revision: before.revision + 1 };
    await recordChange({ viewer, action: 'update', name: 'Entity', before, after });
  }
  for (const child of children) if (!isForClient(child)) await putTwice('move', `Entity/${child.id}`);
}

async function moveChannels(viewer: Viewer, { id }: Entity, to: Entity): Promise<void> {
  const subject = { name: 'Channel', declaration: channels, viewer } as const;
  for (const channel of await store('Channel').find({ filter: { entityId: id } }))
    await update(subject, { id: channel.id, revision: channel.revision, changes: { entityId: to.id } });
}

/** Who is a member of both already stays what they are there. */
async function moveMembers(viewer: Viewer, { id }: Entity, { to, plan }: { to: Entity; plan: Plan }): Promise<void> {
  const at = (entity: string) => ({ name: 'EntityMember', declaration: members, viewer, below: { entity } }) as const;
  const there = await store('EntityMember').find({ filter: { entity: to.id } });
  const isThere = ({ user }: EntityMember) => there.some((each) => each.user === user);
  for (const member of await store('EntityMember').find({ filter: { entity: id } })) {
    if (plan.members === 'move' && !isThere(member))
      await create(at(to.id), { user: member.user, flags: member.flags });
    await remove(at(id), { id: member.id, revision: member.revision });
  }
}
