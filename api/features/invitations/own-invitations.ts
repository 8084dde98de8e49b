import { mayAssignRole } from '#schemas/access/account-rights.ts';
import type { EntityMember, Invitation, User } from '#schemas/generated/types.ts';
import { assertInPerson } from '../../engine/access/actor.ts';
import { hasAllRightsOf } from '../../engine/access/rights-over-users.ts';
import { assertFreshSignIn } from '../../engine/access/signed-in.ts';
import { may, type Viewer, viewerNow } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { now } from '../../platform/clock/clock.ts';
import { ApiError, notFound } from '../../platform/errors/catalogue.ts';
import { lockOrganization } from '../entities/client-entity.ts';
import { updateUserScope } from '../entities/scope.ts';

/** An invitation as shown to the invited user. */
export interface OwnInvitation extends Pick<Invitation, 'id' | 'flags' | 'expires'> {
  entity: { id: string; name: string };
  by: { id: string; name: string };
  /** The roles that its acceptance adds. */
  roles: User['roles'];
}

/** Filter for the viewer's open invitations, by their verified addresses. */
const openInvitations = ({ user }: Viewer) => ({
  address: { $in: user.verifiedAddresses },
  expires: { $gt: now() },
  declined: false,
});

/** Returns the viewer's open invitations, newest first. */
export async function openInvitationsOf(viewer: Viewer): Promise<OwnInvitation[]> {
  const found = await storeOf('Invitation').find({ filter: openInvitations(viewer), sort: ['-createdAt'] });
  const entities = await namesOf(
    'Entity',
    found.map(({ entity }) => entity),
  );
  const users = await namesOf(
    'User',
    found.map(({ by }) => by),
  );
  const named = (names: Map<string, string>, id: string) => ({ id, name: names.get(id) ?? '' });
  const roles = new Map(
    await Promise.all(found.map(async (each) => [each.id, await addedRoles(each, viewer)] as const)),
  );
  return found.map(({ id, entity, by, flags, expires }) => ({
    id,
    entity: named(entities, entity),
    by: named(users, by),
    flags,
    expires,
    roles: roles.get(id) ?? [],
  }));
}

/** The roles that the viewer gets by accepting an invitation, as far as is known before. */
async function addedRoles(invitation: Invitation, { user }: Viewer): Promise<User['roles']> {
  const { by, entity } = invitation;
  const accounts = (await placeholdersOf(invitation)).filter(({ inactive }) => !inactive);
  if (accounts.length === 0) return [];
  const placed = await storeOf('EntityMember').find({
    filter: { entity, user: { $in: [user.id, ...accounts.map(({ id }) => id)] } },
    only: ['user'],
  });
  const isMember = (id: string) => placed.some((member) => member.user === id);
  const inviter = isMember(user.id) ? null : await viewerNow(by);
  const roles = accounts.flatMap((account) => (isMember(account.id) ? account.roles : []));
  return inviter ? await grantableRoles({ inviter, user, roles }) : [];
}

/** The accounts that were created for the invited person with the same address, as long as nobody has signed in to them. */
const placeholdersOf = async ({ address, entity }: Invitation): Promise<User[]> =>
  await storeOf('User').find({
    filter: { email: address, verifiedAddresses: { $size: 0 }, treeScope: entity },
    limit: maxPlaceholders,
  });

/** Reads names regardless of access (design 3): invited users see who invited them to what. */
async function namesOf(type: 'Entity' | 'User', ids: string[]): Promise<Map<string, string>> {
  const found = await storeOf(type).find({ filter: { _id: { $in: ids } }, only: ['name'] });
  return new Map(found.map(({ id, name }) => [id, name]));
}

/**
 * Accepts an invitation: creates the membership and deletes the invitation in one transaction. If it came with a new
 * account, the viewer gets the roles of that account that the inviter may give them. Throws
 * RESOURCE_NOT_FOUND if the invitation belongs to someone else, was used or withdrawn, or has expired; REQUEST_DENIED
 * if the inviter could no longer create this membership, because nobody can grant rights they do not have (design 4).
 */
export async function acceptInvitation(viewer: Viewer, id: string): Promise<EntityMember> {
  assertFreshSignIn(viewer);
  return await transaction(async () => {
    const invitation = await ownInvitation(viewer, id);
    // Locked: two invitations that are accepted at once must see each other's roles and memberships.
    const user = await storeOf('User').lockForUpdate(viewer.user.id);
    const entity = await lockOrganization(invitation.entity);
    if (!entity || !user) throw notFound('Invitation', id);
    const membership = {
      entity: entity.id,
      user: viewer.user.id,
      flags: invitation.flags,
      treeScope: entity.treeScope,
    };
    const inviter = await inviterWhoMayGrant(invitation, user, membership);
    await deleteInvitation(viewer, invitation);
    const roles = await endPlaceholders(viewer, invitation);
    const key = { user: viewer.user.id, entity: entity.id };
    const existing = await storeOf('EntityMember').findOne(key);
    // An old invitation does not change an existing membership.
    if (existing) return existing;
    const member = await storeOf('EntityMember').insert(membership);
    await updateUserScope(viewer.user.id);
    await recordAuditChange({ viewer, action: 'create', name: 'EntityMember', before: null, after: member });
    await grantRoles({ viewer, inviter, user, roles });
    return member;
  });
}

/**
 * Ends the accounts that were created for the invited person: they leave the entity, and become inactive if they have no
 * other. Returns the roles of those that were active.
 */
async function endPlaceholders(viewer: Viewer, invitation: Invitation): Promise<User['roles']> {
  const { entity } = invitation;
  const roles = new Set<User['roles'][number]>();
  for (const account of await placeholdersOf(invitation)) {
    const before = await storeOf('EntityMember').delete({ user: account.id, entity });
    if (!before) continue;
    if (!account.inactive) for (const role of account.roles) roles.add(role);
    await recordAuditChange({ viewer, action: 'delete', name: 'EntityMember', before, after: null });
    await updateUserScope(account.id);
    if ((await storeOf('EntityMember').count({ user: account.id }, 1)) > 0) continue;
    const current = await storeOf('User').findOne({ _id: account.id });
    if (!current) continue;
    const after = await storeOf('User').update({ _id: current.id }, { inactive: true });
    await recordAuditChange({ viewer, action: 'update', name: 'User', before: current, after });
  }
  return [...roles];
}

interface RoleGrant {
  viewer: Viewer;
  inviter: Viewer;
  user: User;
  roles: User['roles'];
}

/**
 * The roles that the inviter could add to the account, too: they may assign the role and have every right of the account.
 * Roles hold for all memberships, so an account of another agency gets none.
 */
async function grantableRoles({ inviter, user, roles }: Omit<RoleGrant, 'viewer'>): Promise<User['roles']> {
  const added = roles.filter((role) => !user.roles.includes(role) && mayAssignRole(inviter.user, role));
  return added.length > 0 && (await hasAllRightsOf(inviter, user)) ? [...new Set(added)] : [];
}

/** Adds roles to the account that has joined. */
async function grantRoles({ viewer, ...grant }: RoleGrant): Promise<void> {
  const { user } = grant;
  const added = await grantableRoles(grant);
  if (added.length === 0) return;
  const after = await storeOf('User').update({ _id: user.id }, { roles: [...user.roles, ...added] });
  await recordAuditChange({ viewer, action: 'update', name: 'User', before: user, after });
}

/** Maximum accounts with one address that an accepted invitation ends. */
const maxPlaceholders = 10;

/**
 * Declines an invitation. Nobody is notified, not even the inviter, because that would reveal that the address is in
 * use.
 */
export async function declineInvitation(viewer: Viewer, id: string): Promise<void> {
  assertInPerson(viewer);
  const { id: known } = await ownInvitation(viewer, id);
  await storeOf('Invitation').updateDerived({ _id: known }, { $set: { declined: true } });
}

async function ownInvitation(viewer: Viewer, id: string): Promise<Invitation> {
  const invitation = await storeOf('Invitation').findOne({ _id: id, ...openInvitations(viewer) });
  if (!invitation) throw notFound('Invitation', id);
  return invitation;
}

/**
 * Returns the inviter. Throws REQUEST_DENIED unless they may still create this membership and have the rights it gives.
 * AGENCY_ADMIN is the only role that makes a membership give more rights.
 */
async function inviterWhoMayGrant({ by }: Invitation, user: User, membership: Partial<EntityMember>): Promise<Viewer> {
  const inviter = await viewerNow(by);
  const mayGrant = inviter !== null && may(inviter, 'create', 'EntityMember', membership);
  if (mayGrant && (!user.roles.includes('AGENCY_ADMIN') || mayAssignRole(inviter.user, 'AGENCY_ADMIN'))) return inviter;
  throw new ApiError('REQUEST_DENIED', {
    reason: 'The user who invited you can no longer grant this: ask for a new invitation',
  });
}

async function deleteInvitation(viewer: Viewer, invitation: Invitation): Promise<void> {
  const used = await storeOf('Invitation').delete({ _id: invitation.id });
  if (!used) throw notFound('Invitation', invitation.id);
  await recordAuditChange({ viewer, action: 'delete', name: 'Invitation', before: used, after: null });
}
