import type { mongo } from 'mongoose';
import { type MongodCredentials, passwordFingerprint } from './access.ts';

/** Least privilege: no user, replica set or server administration. */
const roles = ['readWriteAnyDatabase', 'dbAdminAnyDatabase'];

/** Creates the application's database user, or updates its password after a key change. */
export async function ensureProductUser(admin: mongo.Db, access: MongodCredentials): Promise<void> {
  const { username, password } = access.product;
  const key = passwordFingerprint(access);
  const {
    users: [existing],
  } = await admin.command({ usersInfo: username });
  if (existing?.customData?.key === key) return;
  await admin.command({
    [existing ? 'updateUser' : 'createUser']: username,
    pwd: password,
    customData: { key },
    roles,
    mechanisms: ['SCRAM-SHA-256'],
  });
}
