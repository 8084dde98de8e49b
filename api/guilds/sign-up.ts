import type { Guild, User } from '#schemas/generated/types.ts';
import { isName } from '#schemas/texts/texts.ts';
import { scopeOfEntity } from '../entities/scope.ts';
import { store } from '../store/store.ts';
import { newAccount } from '../users/account.ts';
import { ownerOfAddress } from '../users/by-address.ts';

/**
 * The guild that an address may join by its domain (design 5): nobody has verified it, and the guild has not made its user
 * inactive. Null for all other addresses.
 */
export async function guildToJoin(address: string): Promise<Guild | null> {
  const guild = await store('Guild').findOne({ allowedEmailDomains: address.slice(address.lastIndexOf('@') + 1) });
  if (!guild || (await ownerOfAddress(address))) return null;
  const ended = await store('User').count({ email: address, guild: guild.id, inactive: true }, 1);
  return ended > 0 ? null : guild;
}

/**
 * Makes the user of an address that may join a guild, and a member of the guild's entity where it has one: the address was
 * proved by the link that is being used, in whose transaction this is. Null when there is nothing to join any more.
 */
export async function signUp(address: string): Promise<User | null> {
  const guild = await guildToJoin(address);
  if (!guild) return null;
  const treeScope = guild.entityId ? await scopeOfEntity(guild.entityId) : [];
  const user = await store('User').insert({
    name: nameOf(address, guild),
    ...newAccount(address, { isVerified: true }),
    guild: guild.id,
    treeScope,
  });
  if (guild.entityId)
    await store('EntityMember').insert({ user: user.id, entity: guild.entityId, flags: 0, treeScope });
  return user;
}

/** What stands before the @, unless a mail that begins with it would hold more than a name. */
function nameOf(address: string, guild: Guild): string {
  const name = address.slice(0, address.lastIndexOf('@'));
  return isName(name) ? name : `Somebody of ${guild.name}`;
}
