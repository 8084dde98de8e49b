import type { mongo } from 'mongoose';
import { type Access, fingerprintOf } from './access.ts';

/** No more than the product needs: nothing of users, of the replica set, of the server itself. */
const roles = ['readWriteAnyDatabase', 'dbAdminAnyDatabase'];

/** Makes the product's user where there is none, and gives it the password of this key; data of before get theirs so. */
export async function ensureProductUser(admin: mongo.Db, access: Access): Promise<void> {
  const { username, password } = access.product;
  const key = fingerprintOf(access);
  const {
    users: [known],
  } = await admin.command({ usersInfo: username });
  if (known?.customData?.key === key) return;
  await admin.command({
    [known ? 'updateUser' : 'createUser']: username,
    pwd: password,
    customData: { key },
    roles,
    mechanisms: ['SCRAM-SHA-256'],
  });
}
