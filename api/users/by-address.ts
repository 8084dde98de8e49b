import type { User } from '#schemas/generated/types.ts';
import { store } from '../store/store.ts';

/** So many accounts that nobody has used yet are told of in one mail. */
const most = 3;

/**
 * Whom a link to the address may sign in: who has verified it, else those who were made with it and never came, the
 * latest first. Inactive users are none of them.
 */
export async function usersOfAddress(address: string): Promise<User[]> {
  const owner = await ownerOfAddress(address);
  if (owner) return owner.inactive ? [] : [owner];
  return await store('User').find({
    filter: { email: address, verifiedAddresses: { $size: 0 }, inactive: false },
    sort: ['-createdAt'],
    limit: most,
  });
}

/** Who has verified the address: nobody else ever can. */
export async function ownerOfAddress(address: string): Promise<User | null> {
  return await store('User').findOne({ verifiedAddresses: address });
}
