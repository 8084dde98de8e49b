import type { Guild, User } from '#schemas/generated/types.ts';
import { isPersonName } from '#schemas/texts/formats.ts';
import { storeOf } from '../../engine/store/store.ts';
import { scopeOfEntity } from '../entities/scope.ts';
import { newAccount } from '../users/account.ts';
import { ownerOfAddress } from '../users/by-address.ts';

/**
 * Returns the guild that an address may join by its domain (design 5): nobody has verified the address, and the guild
 * has not deactivated its user. Null for other addresses.
 */
export async function guildToJoin(address: string): Promise<Guild | null> {
  const guild = await storeOf('Guild').findOne({ allowedEmailDomains: address.slice(address.lastIndexOf('@') + 1) });
  if (!guild || (await ownerOfAddress(address))) return null;
  const deactivated = await storeOf('User').count({ email: address, guild: guild.id, inactive: true }, 1);
  return deactivated > 0 ? null : guild;
}

/**
 * Creates the user of an address that may join a guild, with a membership in the guild's entity, if any. Runs in the
 * transaction that redeems the link that verified the address. Returns null if there is no guild to join anymore.
 */
export async function signUp(address: string): Promise<User | null> {
  const guild = await guildToJoin(address);
  if (!guild) return null;
  const treeScope = guild.entityId ? await scopeOfEntity(guild.entityId) : [];
  const user = await storeOf('User').insert({
    name: nameOf(address, guild),
    ...newAccount(address, { isVerified: true }),
    guild: guild.id,
    treeScope,
  });
  if (guild.entityId)
    await storeOf('EntityMember').insert({ user: user.id, entity: guild.entityId, flags: 0, treeScope });
  return user;
}

/** Uses the local part of the address, unless it would not be a valid name. */
function nameOf(address: string, guild: Guild): string {
  const name = address.slice(0, address.lastIndexOf('@'));
  return isPersonName(name) ? name : `Member of ${guild.name}`;
}
