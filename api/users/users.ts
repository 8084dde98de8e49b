import { mayGive } from '#schemas/access/rank.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { User } from '#schemas/generated/types.ts';
import { type Doer, isOneself } from '../access/actor.ts';
import { assertFreshSignIn } from '../access/fresh-sign-in.ts';
import { holdsAllOf } from '../access/reach.ts';
import { allowedFilter, hasRole, type Viewer } from '../access/viewer.ts';
import { recordSignOut } from '../audit/sign-ins.ts';
import { members } from '../entities/members.ts';
import { scopeOfEntities } from '../entities/scope.ts';
import { ApiError, invalidRequest, missingPermission, type Problem, taken } from '../errors/catalogue.ts';
import { create } from '../resource/records/service.ts';
import type { Declaration, Write } from '../resource/rules/declaration.ts';
import { store } from '../store/store.ts';
import { moveVersion, subjectOfAll } from '../store/versions.ts';
import { accountOf, newAccount, newAddress } from './account.ts';
import { tellOwner } from './told-changes.ts';
import { welcome } from './welcome.ts';

/** Users: nobody gives a right that they do not hold, touches who has one, or leaves the product without an ADMIN (design 4). */
export const users: Declaration<User> = {
  known: ({ user }) => user,
  async beforeWrite(asked) {
    const write = inOwnGuild(asked);
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
    if (current) await tellOwner({ before: current, after: record, by: viewer });
    // Each by the very call that makes a member, with all that it checks.
    for (const { entity, flags } of changes.memberships ?? [])
      await create(
        { name: 'EntityMember', declaration: members, viewer, below: { entity } },
        { user: record.id, ...(flags === undefined ? {} : { flags }) },
      );
    if (!current) await welcome(record, viewer);
    const isEnded = record.inactive && current?.inactive === false;
    if (isEnded) await endSessions(record, viewer);
  },
  async onReadOne(record, viewer) {
    // Nobody changes one's own, and reads oneself with every page: not worth a query.
    if (record.id === viewer.user.id) return shownToSelf(record, viewer);
    return { ...record, isWithinReach: await holdsAllOf(viewer, record) };
  },
};

/** Oneself, with who is really there. */
export const shownToSelf = (user: User, { really }: Doer): User =>
  really ? { ...user, proxiedBy: { id: really.id, name: really.name } } : user;

/** All sessions in somebody's account, and those in which that person acts for others. */
export const sessionsOf = (id: string) => ({ $or: [{ user: id }, { really: id }] });

async function endSessions(user: User, by: Viewer): Promise<void> {
  const count = await store('Session').deleteMany(sessionsOf(user.id));
  if (count > 0) await recordSignOut(by, { user, reason: 'deactivated', count });
}

/** Whoever may make users only as a guild's manager makes them there (design 4). */
function inOwnGuild(write: Write<User>): Write<User> {
  const { viewer, current, changes } = write;
  const isManagerOnly = viewer.user.guild !== null && !hasRole(viewer, 'ADMIN', 'AGENCY_ADMIN');
  if (current || !isManagerOnly) return write;
  return { ...write, changes: { guild: viewer.user.guild, ...changes } };
}

function assertOwnRightsOnly({ viewer, current, changes }: Write<User>): void {
  const isSelf = current !== null && isOneself(viewer, current.id);
  const problems: Problem[] = [];
  const refuse = (field: keyof User, message: string) => problems.push({ path: `/${field}`, message });
  if (changes.roles && isSelf && changes.roles.join() !== current.roles.join())
    refuse('roles', 'Nobody changes their own roles');
  const isAdmin = hasRole(viewer, 'ADMIN');
  const notices = changes.noticesOff ?? current?.noticesOff ?? [];
  if (!isAdmin && !isSelf && notices.join() !== (current?.noticesOff ?? []).join())
    refuse('noticesOff', 'Only the person or an ADMIN sets this');
  const guilds = current ? [current.guild] : [null, viewer.user.guild];
  if (!isAdmin && changes.guild !== undefined && !guilds.includes(changes.guild))
    refuse('guild', 'Only an ADMIN sets this');
  if (!isAdmin && changes.guildFlags !== undefined && changes.guildFlags !== (current?.guildFlags ?? 0))
    refuse('guildFlags', 'Only an ADMIN sets this');
  if (current && changes.memberships) refuse('memberships', 'Only for a new user');
  const isPlaced = changes.guild !== undefined || (changes.memberships ?? []).length > 0;
  if (!current && !isPlaced && !isAdmin && hasRole(viewer, 'AGENCY_ADMIN'))
    refuse('memberships', 'Missing required field: Member of');
  if (changes.inactive && isSelf) refuse('inactive', 'Nobody ends their own account');
  if (problems.length > 0) throw invalidRequest('body', problems);
}

/** Whether roles or memberships of somebody change, flags in a guild and another guild among them. */
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
 * Somebody is changed by who holds every right that they have, whatever it is: a name or an address that somebody else sets is
 * as good as another person. Roles are given in the own tree alone: a guild's manager gives none. Throws MISSING_PERMISSION.
 */
async function assertWithinReach({ viewer, current, changes }: Write<User>, treeScope: string[]): Promise<void> {
  if (hasRole(viewer, 'ADMIN')) return;
  const changed = rolesChanged(current, changes);
  const isInTree = treeScope.some((id) => viewer.rights.entities.includes(id));
  const isGiven = changed.length === 0 || (isInTree && changed.every((role) => mayGive(viewer.user, role)));
  const isTouched =
    current !== null && Object.entries(changes).some(([name, value]) => !isEqual(Reflect.get(current, name), value));
  if (isGiven && (!isTouched || (await holdsAllOf(viewer, current)))) return;
  throw missingPermission(current ? 'update' : 'create', 'User', current?.id ?? null);
}

/**
 * Who is there is not made twice: told to those who may read them anyway. An address of somebody else reserves nothing, and
 * the answer does not tell whether there is one (design 4). Throws RESOURCE_CONFLICT.
 */
async function assertNotThere({ viewer, changes }: Write<User>): Promise<void> {
  const address = changes.email?.toLowerCase();
  const filter = allowedFilter(viewer, 'read', 'User');
  const there = await store('User').findOne({
    $and: [{ $or: [{ verifiedAddresses: address }, { email: address }] }, filter],
  });
  if (there)
    throw taken('User', {
      path: '/email',
      value: address,
      message: `${address} is the address of ${there.name} already`,
    });
}

async function assertSomeAdminStays(current: User, changes: Partial<User>): Promise<void> {
  const isAdmin = current.roles.includes('ADMIN') && !current.inactive;
  const stays = (changes.roles ?? current.roles).includes('ADMIN') && !(changes.inactive ?? current.inactive);
  if (!isAdmin || stays) return;
  // Two ADMINs who remove each other at the same moment write one document: the second transaction is retried, and counts again.
  await moveVersion(subjectOfAll('User'));
  const others = await store('User').count({ roles: 'ADMIN', inactive: false, _id: { $ne: current.id } }, 1);
  if (others === 0) throw new ApiError('REQUEST_DENIED', { reason: 'The last active ADMIN can not be removed' });
}

/** The primary address follows `email`: the first by who makes a user, another by an ADMIN alone (design 4). */
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
  return accountOf([primary, ...others], current.authProviders);
}
