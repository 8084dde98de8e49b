import { createHmac } from 'node:crypto';
import mongoose from 'mongoose';
import { StartFailure } from '../process/start-failure.ts';

const id = 'secret-key';

/** HMAC that identifies a SECRET_KEY without revealing it. */
type SecretCheck = { _id: string; verifier: string };

/**
 * Ensures that a database is always used with the same SECRET_KEY; the first start records it. Another key would end
 * all sessions and make sealed passwords unreadable. Throws a StartFailure; `secretFile` is the path of the key file.
 */
export async function requireSameSecret({
  secretKey,
  secretFile,
}: {
  secretKey: string;
  secretFile: string;
}): Promise<void> {
  const verifier = createHmac('sha256', secretKey).update('order-portal: which key is it').digest('base64url');
  const stored = await checks().findOneAndUpdate(
    { _id: id },
    { $setOnInsert: { verifier } },
    { upsert: true, returnDocument: 'after' },
  );
  if (stored?.verifier === verifier) return;
  throw new StartFailure(
    'SECRET_KEY is another one than this database was used with before, so its sessions and the passwords kept in it ' +
      `could not be read. Set the SECRET_KEY of before or, where it was made at the first start, restore ${secretFile}.`,
  );
}

const checks = () =>
  mongoose.connection.getClient().db(mongoose.connection.name).collection<SecretCheck>('secret_checks');
