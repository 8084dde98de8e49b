import type { User } from '#schemas/generated/types.ts';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors/catalogue.ts';
import { store, transaction } from '../resource/store.ts';
import { hashOf, newSecret } from './secret.ts';

/** A link works for ten minutes (design 5); milliseconds. */
export const linkLifetime = 10 * 60_000;

/** Makes a sign-in link for a user and voids the user's older ones. Answers its address; only a hash is stored. */
export async function createSignInLink({
  user,
  config,
}: {
  user: User;
  config: Pick<Config, 'publicUrl'>;
}): Promise<string> {
  const token = newSecret();
  await transaction(async () => {
    await store('SignInLink').deleteMany({ user: user.id });
    await store('SignInLink').insert({
      hash: hashOf(token),
      user: user.id,
      expires: new Date(Date.now() + linkLifetime).toISOString(),
    });
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
  if (user && !user.inactive) return user;
  throw new ApiError('RESOURCE_INOPERABLE', {
    reason: 'This account is not active',
    details: { resourceType: 'User', resourceId: link.user },
  });
}
