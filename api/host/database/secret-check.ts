import { createHmac } from 'node:crypto';
import mongoose from 'mongoose';
import { StartFailure } from '../process/start-failure.ts';

const id = 'secret-key';

/** What tells a SECRET_KEY again without telling it. */
type SecretCheck = { _id: string; verifier: string };

/**
 * Makes sure that this database is used with one SECRET_KEY for good: the first start notes which. Another would end
 * everybody's session and seal passwords that the first cannot read. Throws a StartFailure; `kept` is the file that holds it.
 */
export async function requireSameSecret({ secretKey, kept }: { secretKey: string; kept: string }): Promise<void> {
  const verifier = createHmac('sha256', secretKey).update('order-portal: which key is it').digest('base64url');
  const noted = await checks().findOneAndUpdate(
    { _id: id },
    { $setOnInsert: { verifier } },
    { upsert: true, returnDocument: 'after' },
  );
  if (noted?.verifier === verifier) return;
  throw new StartFailure(
    'SECRET_KEY is another one than this database was used with before, so its sessions and the passwords kept in it ' +
      `could not be read. Set the SECRET_KEY of before or, where it was made at the first start, restore ${kept}.`,
  );
}

const checks = () =>
  mongoose.connection.getClient().db(mongoose.connection.name).collection<SecretCheck>('secret_checks');
