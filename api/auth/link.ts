import type { User } from '#schemas/generated/types.ts';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors/catalogue.ts';
import { store, transaction } from '../resource/store.ts';
import { hashOf, newSecret } from './secret.ts';

/** A link works for ten minutes (design 5); milliseconds. */
export const linkLifetime = 10 * 60_000;

interface LinkRequest {
  user: User;
  config: Pick<Config, 'publicUrl'>;
  /** The address that the link is mailed to: using it proves the address. */
  address?: string;
}

/** Makes a sign-in link for a user and voids the user's older ones. Answers its address; only a hash is stored. */
export async function createSignInLink({ user, config, address }: LinkRequest): Promise<string> {
  const token = newSecret();
  const expires = new Date(Date.now() + linkLifetime).toISOString();
  await transaction(async () => {
    await store('SignInLink').deleteMany({ user: user.id });
    await store('SignInLink').insert({ hash: hashOf(token), user: user.id, expires, ...(address ? { address } : {}) });
  });
  return `${config.publicUrl}/magic#${token}`;
}

/**
 * Uses a link up, by one atomic removal, and answers whose it was.
 * Throws AUTHENTICATION_REQUIRED for a link that was used, has expired or never was one, RESOURCE_INOPERABLE for an inactive user.
 */
export async function useSignInLink(token: string): Promise<User> {
  const link = await store('SignInLink').delete({ hash: hashOf(token), expires: { $gt: new Date() } });
  if (!link) {
    throw new ApiError('AUTHENTICATION_REQUIRED', {
      reason: 'This sign-in link was used already, has expired or is not complete. Ask for a new one.',
    });
  }
  const user = await store('User').findOne({ _id: link.user });
  if (user && !user.inactive) {
    if (link.address) await markVerified(user.id, link.address);
    return user;
  }
  throw new ApiError('RESOURCE_INOPERABLE', {
    reason: 'This account is not active',
    details: { resourceType: 'User', resourceId: link.user },
  });
}

async function markVerified(user: string, address: string): Promise<void> {
  const unverified = { _id: user, emailAddresses: { $elemMatch: { address, verified: false } } };
  const change = { 'emailAddresses.$.verified': true, 'emailAddresses.$.verifiedAt': new Date() };
  await store('User').updateMany(unverified, { $set: change });
}
