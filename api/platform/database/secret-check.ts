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
    'SECRET_KEY differs from the one that this database was used with, so its sessions and stored passwords ' +
      `cannot be read. Set the previous SECRET_KEY or, if it was generated at the first start, restore ${secretFile}.`,
  );
}

const checks = () =>
  mongoose.connection.getClient().db(mongoose.connection.name).collection<SecretCheck>('secret_checks');
