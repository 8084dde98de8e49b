import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreatePrivateFile } from '../process/private-file.ts';
import { StartFailure } from '../process/start-failure.ts';

/** Path of the generated secret key in a data folder. */
export const secretFile = (dataDir: string) => join(dataDir, 'secret-key');

/**
 * Returns the secret key of a data folder, creating it on first use with owner-only permissions. Throws a StartFailure
 * if the file is incomplete: replacing it would silently end all sessions.
 */
export function loadOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  const secret = readOrCreatePrivateFile(file, () => randomBytes(32).toString('base64url'));
  if (secret.length >= 32) return secret;
  throw new StartFailure(`${file} is damaged. Restore it from a backup: no other key works with this database.`);
}
