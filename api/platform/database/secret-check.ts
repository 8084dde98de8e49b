import { createHmac } from 'node:crypto';
import mongoose from 'mongoose';
import { StartFailure } from '../process/start-failure.ts';
import { describeKeys, keyFingerprint } from '../secrets/secrets.ts';

const id = 'secret-key';

/** HMAC that identifies a SECRET_KEY without revealing it. Databases of earlier versions have no fingerprint. */
interface KnownSecret {
  verifier: string;
  fingerprint?: string;
}

/** The current key, and earlier ones that some values are still sealed with. */
type SecretCheck = KnownSecret & { _id: string; earlier?: KnownSecret[] };

const verifierOf = (secretKey: string) =>
  createHmac('sha256', secretKey).update('order-portal: which key is it').digest('base64url');

/**
 * Ensures that a database is always used with the same SECRET_KEY; the first start records it. Another key would end
 * all sessions and make sealed passwords unreadable, so it replaces the recorded one only if SECRET_KEY_OLD contains
 * that. Until a rotation has finished, every start needs all keys. Throws a StartFailure; `secretFile` is the path of the
 * key file.
 */
export async function requireSameSecret({
  secretKeys,
  secretFile,
}: {
  secretKeys: readonly string[];
  secretFile: string;
}): Promise<void> {
  const verifiers = secretKeys.map(verifierOf);
  const [verifier = ''] = verifiers;
  const current = { verifier, fingerprint: keyFingerprint(secretKeys[0] ?? '') };
  const stored = await checks().findOneAndUpdate(
    { _id: id },
    { $setOnInsert: current },
    { upsert: true, returnDocument: 'after' },
  );
  const needed = stored ? [knownSecret(stored), ...(stored.earlier ?? [])] : [];
  const missing = needed.filter((each) => !verifiers.includes(each.verifier));
  if (stored && missing.length === 0) {
    const earlier = needed.filter((each) => each.verifier !== verifier);
    // The filter leaves a key that another process has recorded in the meantime.
    if (stored.verifier !== verifier || stored.fingerprint === undefined)
      await checks().updateOne({ _id: id, verifier: stored.verifier }, { $set: { ...current, earlier } });
    return;
  }
  if (stored && verifiers.includes(stored.verifier))
    throw new StartFailure(
      `SECRET_KEY_OLD must contain the key with the fingerprint ${missing[0]?.fingerprint}, because some values are still ` +
        `sealed with it. Run: npm run secrets -- rotate, with both keys. ${describeKeys(secretKeys)}.`,
    );
  const hint = stored?.fingerprint ? `It needs the key with the fingerprint ${stored.fingerprint}; ` : '';
  throw new StartFailure(
    'SECRET_KEY differs from the one that this database was used with, so its sessions and stored passwords ' +
      `cannot be read. Set the previous SECRET_KEY or, if it was generated at the first start, restore ${secretFile}. ` +
      `To change the key, set the new one as SECRET_KEY and the previous one as SECRET_KEY_OLD. ${hint}${describeKeys(secretKeys)}.`,
  );
}

const knownSecret = ({ verifier, fingerprint }: KnownSecret): KnownSecret => ({
  verifier,
  ...(fingerprint === undefined ? {} : { fingerprint }),
});

/** Records that a rotation has finished, so that a start no longer needs the earlier keys. */
export async function forgetEarlierSecrets(secretKey: string): Promise<void> {
  await checks().updateOne({ _id: id, verifier: verifierOf(secretKey) }, { $unset: { earlier: 1 } });
}

const checks = () =>
  mongoose.connection.getClient().db(mongoose.connection.name).collection<SecretCheck>('secret_checks');
