import { mayAssignRole } from '#schemas/access/account-rights.ts';
import type { Entity, EntityMember, User } from '#schemas/generated/types.ts';
import { hasAllRightsOf } from '../../engine/access/rights-over-users.ts';
import { assertFreshSignIn } from '../../engine/access/signed-in.ts';
import { assertMay, hasRole, may, type Viewer } from '../../engine/access/viewer.ts';
import { type JobKind, subjectId, transactionTimeout } from '../../engine/jobs/kind.ts';
import { enqueueTwice } from '../../engine/jobs/queue.ts';
import type { ResourceHooks, Write } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRecord, invalidRequest, missingPermission } from '../../platform/errors/catalogue.ts';
import { assertNoDependents, assertSubType, isForClient, lockOrganization } from './client-entity.ts';
import { updateUserScope } from './scope.ts';
import { moveScopesToSuccessor, scopeUpdatePipeline, updateClientScopes, updateScopesBelow } from './scope-updates.ts';

/**
 * Entity hooks. Each entity stores itself and its ancestors (treeScope); moving it updates its descendants (design 4).
 */
export const entities: ResourceHooks<Entity> = {
  async beforeWrite(write) {
    const { current, changes } = write;
    assertSubType({ ...current, ...changes });
    if (!current || isChanged(write, 'parent')) await assertMayMove(write);
    if (isChanged(write, 'client')) await assertMayLinkClient(write);
    return changes;
  },
  async afterWrite(record, { action, current }) {
    if (current && record.treeScope.join() !== current.treeScope.join()) await moveTree(record);
    const [before, after] = [current?.client ?? null, action === 'delete' ? null : record.client];
    if (before !== after) for (const client of [before, after]) if (client) await moveClient(client);
  },
  async onReadOne(record) {
    const [members, children] = await Promise.all([
      storeOf('EntityMember').find({ filter: { entity: record.id }, sort: ['-createdAt'] }),
      storeOf('Entity').find({ filter: { parent: record.id }, sort: ['name'] }),
    ]);
    return {
      ...record,
      members: members.map(({ id, user, flags, createdAt }) => ({ id, user, flags, createdAt })),
      children: children.map(({ id }) => id),
    };
  },
  dependents: [{ name: 'Invitation', field: 'entity' }],
};

const isChanged = ({ current, changes }: Write<Entity>, field: 'parent' | 'client') =>
  changes[field] !== undefined && changes[field] !== (current?.[field] ?? null);

/**
 * Moving an entity requires permission to change its old and its new parent, so that nobody detaches their topmost
 * entity; only ADMINs change the top level. Throws MISSING_PERMISSION, or a validation error for an invalid parent.
 */
async function assertMayMove({ viewer, current, changes }: Write<Entity>): Promise<void> {
  const to = changes.parent ? await storeOf('Entity').lockForUpdate(changes.parent) : null;
  const reject = (message: string) => [{ path: '/parent', value: changes.parent, message }];
  if (current && to?.treeScope.includes(current.id))
    throw invalidRequest('body', reject('An entity cannot be below itself'));
  if (to && isForClient(to)) throw invalidRecord(reject('An entity of subType client cannot have child entities'));
  if (!current || hasRole(viewer, 'ADMIN')) return;
  const from = current.parent ? await storeOf('Entity').findOne({ _id: current.parent }) : null;
  const mayChange = (place: Entity | null) => place !== null && may(viewer, 'update', 'Entity', place);
  if (!mayChange(from) || !mayChange(to)) throw missingPermission('update', 'Entity', current.id);
}

/**
 * Linking an entity to a client requires permission to change the client; only ADMINs may change the link of an
 * existing entity (design 4). Throws MISSING_PERMISSION, or RESOURCE_INOPERABLE if the entity has members or children.
 */
async function assertMayLinkClient({ viewer, current, changes }: Write<Entity>): Promise<void> {
  if (current && !hasRole(viewer, 'ADMIN')) throw missingPermission('update', 'Entity', current.id);
  if (!changes.client) return;
  const client = await storeOf('Client').findOne({ _id: changes.client });
  if (client) assertMay(viewer, 'update', 'Client', client);
  if (current) await assertNoDependents(current);
}

/**
 * Updates the tree below a moved entity, in the transaction of the move: entities and members immediately, because
 * rights depend on them; a background job updates the rest (design 4).
 */
async function moveTree({ id, treeScope }: Entity): Promise<void> {
  for (const name of ['Entity', 'EntityMember'] as const)
    await storeOf(name).updateDerived({ treeScope: id }, scopeUpdatePipeline(id, treeScope));
  await enqueueTwice('move', `Entity/${id}`);
}

/** Moves a client to the entity created for it, or outside the tree: the client immediately, its orders by a job. */
export async function moveClient(id: string): Promise<void> {
  const place = await storeOf('Entity').findOne({ client: id });
  await storeOf('Client').updateDerived({ _id: id }, { $set: { treeScope: place?.treeScope ?? [] } });
  await enqueueTwice('move', `Client/${id}`);
}

/**
 * Redirects everything at a deleted entity to its successor, in the transaction of the deletion, including pending
 * moves to the deleted entity.
 */
export async function followSuccessor(gone: string, successor: string): Promise<void> {
  const pending = await storeOf('Job').find({ filter: { subject: { $regex: `^Entity/${gone}<` }, endedAt: null } });
  const all = new Set([gone, ...pending.map(({ subject }) => subject.slice(subject.indexOf('<') + 1))]);
  for (const each of all) await enqueueTwice('move', `Entity/${successor}<${each}`);
}

/**
 * Background job that updates the denormalized treeScope below a moved entity, of records of a deleted one
 * (`Entity/SUCCESSOR<GONE`), or of a moved client. Idempotent: an interrupted job runs again.
 */
export const moveJob: JobKind<'move'> = {
  name: 'move',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  cancelableIn: [],
  async work({ subject }, reportProgress) {
    const [id = '', gone] = subjectId(subject).split('<');
    if (gone !== undefined) await moveScopesToSuccessor(id, gone);
    else if (subject.startsWith('Entity/')) await updateScopesBelow(id, reportProgress);
    else await updateClientScopes(id, reportProgress);
  },
};

/**
 * Membership hooks: update the member's treeScope. Creating or changing a membership requires every right that the user
 * has; deleting it requires the rights that the membership gives (design 4).
 */
export const members: ResourceHooks<EntityMember> = {
  async beforeWrite({ viewer, action, current, changes }) {
    if (current && changes.user !== undefined && changes.user !== current.user)
      throw invalidRequest('body', [{ path: '/user', value: changes.user, message: 'Cannot be changed' }]);
    if (!current && changes.entity) await lockOrganization(changes.entity);
    const user = await storeOf('User').findOne({ _id: current?.user ?? changes.user });
    if (user && !(await hasAllRightsOf(viewer, user)))
      throw missingPermission(action, 'EntityMember', current?.id ?? null);
    assertFreshSignIn(viewer);
    return changes;
  },
  async afterWrite({ id, user: userId }, { viewer, action }) {
    if (action === 'delete') assertFreshSignIn(viewer);
    const user = action === 'delete' ? await storeOf('User').findOne({ _id: userId }) : null;
    if (user && !holdsHere(viewer, user)) throw missingPermission(action, 'EntityMember', id);
    await updateUserScope(userId);
  },
};

/** AGENCY_ADMIN is the only role that makes a membership give more rights. */
const holdsHere = (viewer: Viewer, { roles }: User): boolean =>
  !roles.includes('AGENCY_ADMIN') || mayAssignRole(viewer.user, 'AGENCY_ADMIN');
