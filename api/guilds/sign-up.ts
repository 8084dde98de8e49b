import type { User } from '#schemas/generated/types.ts';
import { touchRights } from '../access/rights.ts';
import { ApiError } from '../errors/catalogue.ts';
import { asPart } from '../resource/parts.ts';
import { store, transaction } from '../resource/store.ts';
import { scopeOfEntity } from '../resource/tree-scope.ts';

/**
 * Makes a user of an address that nobody has when its domain is among a guild's allowedEmailDomains, at the first link
 * that is asked for (design 5), and a member of the guild's entity where it has one. Null for all other addresses.
 */
export async function signUp(address: string): Promise<User | null> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const guild = await store('Guild').findOne({ allowedEmailDomains: domain });
  if (!guild) return null;
  const treeScope = guild.entityId ? await scopeOfEntity(guild.entityId) : [];
  try {
    return await transaction(async () => {
      const user = await store('User').insert({
        name: address.slice(0, address.lastIndexOf('@')),
        email: address,
        emailAddresses: [asPart({ address, primary: true, verified: false, verifiedAt: null, verifySentAt: null })],
        authProviders: [asPart({ type: 'MAGIC' as const, key: address })],
        guild: guild.id,
        treeScope,
      });
      if (guild.entityId)
        await store('EntityMember').insert({ user: user.id, entity: guild.entityId, flags: 0, treeScope });
      await touchRights();
      return user;
    });
  } catch (error) {
    // An inactive user has the address, or a link asked for at the same moment has made its user.
    if (error instanceof ApiError && error.code === 'RESOURCE_CONFLICT') return null;
    throw error;
  }
}
