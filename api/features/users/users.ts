import { mayAssignRole } from '#schemas/access/account-rights.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { User } from '#schemas/generated/types.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { type Actor, isOwnAccount } from '../../engine/access/actor.ts';
import { hasAllRightsOf } from '../../engine/access/rights-over-users.ts';
import { assertFreshSignIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, hasRole, type Viewer } from '../../engine/access/viewer.ts';
import { recordSignOut } from '../../engine/audit/sign-ins.ts';
import { createRecord } from '../../engine/resource/records/records.ts';
import type { ResourceHooks, Write } from '../../engine/resource/rules/declaration.ts';
import { invalidateCache, subjectOfAll } from '../../engine/store/cache-versions.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import {
  ApiError,
  invalidRequest,
  missingPermission,
  type Problem,
  uniqueConflict,
} from '../../platform/errors/catalogue.ts';
import { members } from '../entities/entities.ts';
import { scopeOfEntities } from '../entities/scope.ts';
import { deriveAccount, newAccount, newAddress } from './account.ts';
import { ownerOfAddress } from './by-address.ts';
import { notifyOwner } from './security-notification.ts';
import { inviteOwner, sendWelcomeMail, withdrawInvitations } from './welcome.ts';

/**
 * Hooks of users: nobody grants permissions they do not have, changes a user with more permissions, or removes the last
 * ADMIN (design 4).
 */
export const users: ResourceHooks<User> = {
  preloaded: ({ user }) => user,
  async beforeWrite(originalWrite) {
    const write = inOwnGuild(originalWrite);
    const { current } = write;
    const { memberships, ...changes } = write.changes;
    const place = memberships ? { treeScope: await scopeOfEntities(memberships.map(({ entity }) => entity)) } : {};
    assertOwnRightsOnly(write);
    const addresses = addressesOf(write);
    await assertWithinReach(write, place.treeScope ?? current?.treeScope ?? []);
    if (givesRights(write)) assertFreshSignIn(write.viewer);
    if (current) await assertSomeAdminStays(current, changes);
    else await assertNotThere(write);
    return { ...changes, ...addresses, ...place };
  },
  async afterWrite(record, { viewer, current, changes }) {
    if (current) await notifyOwner({ before: current, after: record, by: viewer });
    // Uses the normal create operation of memberships, with all its checks.
    for (const { entity, flags } of changes.memberships ?? [])
      await createRecord(
        { name: 'EntityMember', declaration: members, viewer, below: { entity } },
        { user: record.id, ...(flags === undefined ? {} : { flags }) },
      );
    if (!current) await sendFirstMail(record, changes.memberships ?? [], viewer);
    const isEnded = record.inactive && current?.inactive === false;
    if (isEnded) await endSessions(record, viewer);
    if (isEnded && record.verifiedAddresses.length === 0) await withdrawInvitations(record, viewer);
  },
  async onReadOne(record, viewer) {
    // Not needed for oneself: each page reads the own user, so avoid the query.
    if (record.id === viewer.user.id) return withImpersonator(record, viewer);
    return { ...record, isWithinReach: await hasAllRightsOf(viewer, record) };
  },
};

/**
 * Sends the first mail of a new account: how to sign in, or, if someone whom the viewer cannot read has verified the
 * address, an invitation to the account's entities.
 */
async function sendFirstMail(record: User, memberships: Membership[], viewer: Viewer): Promise<void> {
  const owner = memberships.length > 0 ? await ownerOfAddress(record.email) : null;
  const invited = memberships.map(({ entity, flags = 0 }) => ({ entity, flags }));
  await (owner ? inviteOwner(record, invited, viewer) : sendWelcomeMail(record, viewer));
}

type Membership = NonNullable<User['memberships']>[number];

/** The viewer's own user, with the impersonating user if there is one. */
export const withImpersonator = (user: User, { really }: Actor): User =>
  really ? { ...user, proxiedBy: { id: really.id, name: really.name } } : user;

/** Filter for all sessions of a user, including those in which they impersonate others. */
export const sessionsFilter = (id: string) => ({ $or: [{ user: id }, { really: id }] });

async function endSessions(user: User, by: Viewer): Promise<void> {
  const count = await storeOf('Session').deleteMany(sessionsFilter(user.id));
  if (count > 0) await recordSignOut(by, { user, reason: 'deactivated', count });
}

/** A guild manager without other roles creates users in their own guild (design 4). */
function inOwnGuild(write: Write<User>): Write<User> {
  const { viewer, current, changes } = write;
  const isManagerOnly = viewer.user.guild !== null && !hasRole(viewer, 'ADMIN', 'AGENCY_ADMIN');
  if (current || !isManagerOnly) return write;
  return { ...write, changes: { guild: viewer.user.guild, ...changes } };
}

function assertOwnRightsOnly({ viewer, current, changes }: Write<User>): void {
  const isSelf = current !== null && isOwnAccount(viewer, current.id);
  const problems: Problem[] = [];
  const reject = (field: keyof User, message: string) => problems.push({ path: `/${field}`, message });
  if (changes.roles && isSelf && changes.roles.join() !== current.roles.join())
    reject('roles', 'You cannot change your own roles');
  const isAdmin = hasRole(viewer, 'ADMIN');
  const notices = changes.noticesOff ?? current?.noticesOff ?? [];
  if (!isAdmin && !isSelf && notices.join() !== (current?.noticesOff ?? []).join())
    reject('noticesOff', 'Only the user or an ADMIN can set this');
  const guilds = current ? [current.guild] : [null, viewer.user.guild];
  if (!isAdmin && changes.guild !== undefined && !guilds.includes(changes.guild))
    reject('guild', 'Only an ADMIN can set this');
  if (!isAdmin && changes.guildFlags !== undefined && changes.guildFlags !== (current?.guildFlags ?? 0))
    reject('guildFlags', 'Only an ADMIN can set this');
  if (current && changes.memberships) reject('memberships', 'Only for a new user');
  const hasPlace = changes.guild !== undefined || (changes.memberships ?? []).length > 0;
  if (!current && !hasPlace && !isAdmin && hasRole(viewer, 'AGENCY_ADMIN'))
    reject('memberships', 'Missing required field: Member of');
  if (changes.inactive && isSelf) reject('inactive', 'You cannot deactivate your own account');
  if (problems.length > 0) throw invalidRequest('body', problems);
}

/** Whether the write changes permissions: roles, memberships, guild or guild flags. */
function givesRights({ current, changes }: Write<User>): boolean {
  const flags = current?.guildFlags ?? 0;
  const isMoved = current !== null && changes.guild !== undefined && changes.guild !== current.guild;
  const isFlagged = (changes.guildFlags ?? flags) !== flags;
  return isMoved || isFlagged || rolesChanged(current, changes).length > 0 || (changes.memberships ?? []).length > 0;
}

function rolesChanged(current: User | null, changes: Partial<User>): User['roles'] {
  const before = current?.roles ?? [];
  const after = changes.roles ?? before;
  return [...after.filter((role) => !before.includes(role)), ...before.filter((role) => !after.includes(role))];
}

/**
 * Throws MISSING_PERMISSION unless the viewer has all permissions of the user to be changed: changing a name or address
 * can be as good as taking over the account. Roles can be granted only within one's own tree; a guild manager grants
 * none.
 */
async function assertWithinReach({ viewer, current, changes }: Write<User>, treeScope: string[]): Promise<void> {
  if (hasRole(viewer, 'ADMIN')) return;
  const changed = rolesChanged(current, changes);
  const isInTree = treeScope.some((id) => viewer.rights.entities.includes(id));
  const canGrant = changed.length === 0 || (isInTree && changed.every((role) => mayAssignRole(viewer.user, role)));
  const isChanged =
    current !== null && Object.entries(changes).some(([name, value]) => !isEqual(Reflect.get(current, name), value));
  if (canGrant && (!isChanged || (await hasAllRightsOf(viewer, current)))) return;
  throw missingPermission(current ? 'update' : 'create', 'User', current?.id ?? null);
}

/**
 * Throws RESOURCE_CONFLICT when the address belongs to a user that the viewer may read. Other users are not revealed,
 * and their unverified addresses reserve nothing (design 4).
 */
async function assertNotThere({ viewer, changes }: Write<User>): Promise<void> {
  const address = changes.email?.toLowerCase();
  const filter = allowedFilter(viewer, 'read', 'User');
  const existing = await storeOf('User').findOne({
    $and: [{ $or: [{ verifiedAddresses: address }, { email: address }] }, filter],
  });
  if (existing)
    throw uniqueConflict('User', {
      path: '/email',
      value: address,
      message: `${address} is the address of ${existing.name} already`,
    });
}

async function assertSomeAdminStays(current: User, changes: Partial<User>): Promise<void> {
  const isAdmin = current.roles.includes('ADMIN') && !current.inactive;
  const keepsAdmin = (changes.roles ?? current.roles).includes('ADMIN') && !(changes.inactive ?? current.inactive);
  if (!isAdmin || keepsAdmin) return;
  // Force a write conflict: two ADMINs who remove each other at the same time write the same document, so the second
  // transaction is retried and counts again.
  await invalidateCache(subjectOfAll('User'));
  const others = await storeOf('User').count({ roles: 'ADMIN', inactive: false, _id: { $ne: current.id } }, 1);
  if (others === 0) throw new ApiError('REQUEST_DENIED', { reason: 'The last active ADMIN can not be removed' });
}

/**
 * The primary address follows `email`. The creator of the user sets the first one; only an ADMIN sets another (design
 * 4).
 */
function addressesOf({ current, changes, viewer }: Write<User>): Partial<User> {
  if (changes.email === undefined) return {};
  const address = changes.email.toLowerCase();
  if (!current) return newAccount(address, { isVerified: false });
  if (current.email === address) return { email: address };
  if (!hasRole(viewer, 'ADMIN')) throw missingPermission('update', 'EmailAddress', current.id);
  assertFreshSignIn(viewer);
  const known = current.emailAddresses.find((each) => each.address === address);
  const others = current.emailAddresses.filter((each) => !each.primary && each !== known);
  const primary = known ? { ...known, primary: true } : newAddress(address);
  return deriveAccount([primary, ...others], current.authProviders);
}

/** Normalizes a user name for storage: case-insensitive. */
export const normalizeUserName = (typed: string): string => trimText(typed).normalize('NFC').toLowerCase();

/** Filter for the user with this user name, also for names stored by earlier versions without normalization. */
export const userNameFilter = (typed: string): Filter => ({
  authProviders: { $elemMatch: { type: 'BASIC', key: { $in: [typed, normalizeUserName(typed)] } } },
});
