import type { User } from '#schemas/generated/types.ts';
import { storeOf } from '../../engine/store/store.ts';

/** Maximum number of unused accounts in one mail. */
const maxAccounts = 3;

/**
 * The users that a sign-in link to this address may sign in: the one who has verified it, else users created with it
 * who have never signed in, newest first. Inactive users are excluded.
 */
export async function usersOfAddress(address: string): Promise<User[]> {
  const owner = await ownerOfAddress(address);
  if (owner) return owner.inactive ? [] : [owner];
  return await storeOf('User').find({
    filter: { email: address, verifiedAddresses: { $size: 0 }, inactive: false },
    sort: ['-createdAt'],
    limit: maxAccounts,
  });
}

/** The user who has verified the address. Verified addresses are unique. */
export async function ownerOfAddress(address: string): Promise<User | null> {
  return await storeOf('User').findOne({ verifiedAddresses: address });
}
