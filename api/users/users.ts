import { mayGive, rankOf } from '#schemas/access/rank.ts';
import type { User } from '#schemas/generated/types.ts';
import { touchRights } from '../access/rights.ts';
import { hasRole } from '../access/viewer.ts';
import { ApiError, invalidRequest, missingPermission, type Problem } from '../errors/catalogue.ts';
import type { Declaration, Write } from '../resource/declaration.ts';
import { asPart } from '../resource/parts.ts';
import { store } from '../resource/store.ts';
import { scopeOfEntities, scopeOfEntity } from '../resource/tree-scope.ts';

/** Users: nobody gives a right that they do not hold, touches a higher one, or leaves the product without an ADMIN (design 4). */
export const users: Declaration<User> = {
  known: ({ user }) => user,
  async beforeWrite(asked) {
    const write = inOwnGuild(asked);
    assertOwnRightsOnly(write);
    if (write.current) await assertSomeAdminStays(write.current, write.changes);
    const { memberships, ...changes } = write.changes;
    return {
      ...changes,
      ...addressesOf(write),
      ...(memberships ? { treeScope: await scopeOfEntities(memberships.map(({ entity }) => entity)) } : {}),
    };
  },
  async afterWrite(record, { current, changes }) {
    for (const { entity, flags = 0 } of changes.memberships ?? [])
      await store('EntityMember').insert({ user: record.id, entity, flags, treeScope: await scopeOfEntity(entity) });
    const isEnded = record.inactive && current?.inactive === false;
    if (isEnded) await store('Session').deleteMany({ user: record.id });
    if (changes.roles || changes.memberships || changes.guild !== undefined) await touchRights();
  },
};

/** Whoever may make users only as a guild's manager makes them there (design 4). */
function inOwnGuild(write: Write<User>): Write<User> {
  const { viewer, current, changes } = write;
  const isManagerOnly = viewer.user.guild !== null && !hasRole(viewer, 'ADMIN', 'AGENCY_ADMIN');
  if (current || !isManagerOnly) return write;
  return { ...write, changes: { guild: viewer.user.guild, ...changes } };
}

function assertOwnRightsOnly({ viewer, current, changes }: Write<User>): void {
  const isSelf = current?.id === viewer.user.id;
  const problems: Problem[] = [];
  const refuse = (field: keyof User, message: string) => problems.push({ path: `/${field}`, message });
  if (changes.roles && isSelf && changes.roles.join() !== current.roles.join())
    refuse('roles', 'Nobody changes their own roles');
  const isAdmin = hasRole(viewer, 'ADMIN');
  const guilds = current ? [current.guild] : [null, viewer.user.guild];
  if (!isAdmin && changes.guild !== undefined && !guilds.includes(changes.guild))
    refuse('guild', 'Only an ADMIN sets this');
  if (!isAdmin && changes.guildFlags !== undefined && changes.guildFlags !== (current?.guildFlags ?? 0))
    refuse('guildFlags', 'Only an ADMIN sets this');
  if (current && changes.memberships) refuse('memberships', 'Only for a new user');
  if (changes.inactive && isSelf) refuse('inactive', 'Nobody ends their own account');
  if (problems.length > 0) throw invalidRequest('body', problems);
  const given = changes.roles?.filter((role) => !current?.roles.includes(role)) ?? [];
  const taken = changes.roles ? (current?.roles.filter((role) => !changes.roles?.includes(role)) ?? []) : [];
  const touchesHigher = changes.inactive !== undefined && current !== null && rankOf(current) > rankOf(viewer.user);
  if (isAdmin || (!touchesHigher && [...given, ...taken].every((role) => mayGive(viewer.user, role)))) return;
  throw missingPermission(current ? 'update' : 'create', 'User', current?.id ?? null);
}

async function assertSomeAdminStays(current: User, changes: Partial<User>): Promise<void> {
  const isAdmin = current.roles.includes('ADMIN') && !current.inactive;
  const stays = (changes.roles ?? current.roles).includes('ADMIN') && !(changes.inactive ?? current.inactive);
  if (!isAdmin || stays) return;
  // Two who remove each other at the same moment read different records: a write to the same one lets them meet.
  await touchRights();
  const others = await store('User').count({ roles: 'ADMIN', inactive: false, _id: { $ne: current.id } }, 1);
  if (others === 0) throw new ApiError('REQUEST_DENIED', { reason: 'The last active ADMIN can not be removed' });
}

/** The primary address follows `email`; a new one has still to be verified by its first link. */
function addressesOf({ current, changes, viewer }: Write<User>): Partial<User> {
  if (changes.email === undefined) return {};
  const address = changes.email.toLowerCase();
  if (current?.email === address) return { email: address };
  if (current && !hasRole(viewer, 'ADMIN')) throw missingPermission('update', 'EmailAddress', current.id);
  const others = (current?.emailAddresses ?? []).filter((each) => !each.primary && each.address !== address);
  return {
    email: address,
    emailAddresses: [newAddress(address), ...others],
    ...(current ? {} : { authProviders: [newProvider(address)] }),
  };
}

/** An address as it is when it was just added. */
export function newAddress(address: string): User['emailAddresses'][number] {
  return asPart({ address, primary: true, verified: false, verifiedAt: null, verifySentAt: null });
}

/** The sign-in method that every address has. */
export const newProvider = (key: string): User['authProviders'][number] => asPart({ type: 'MAGIC', key });
