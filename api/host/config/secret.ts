import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keptText } from '../process/private-file.ts';
import { StartFailure } from '../process/start-failure.ts';

/** Where a data folder keeps the secret that was made for it. */
export const secretFile = (dataDir: string) => join(dataDir, 'secret-key');

/**
 * The secret kept in this data folder, made at first. It is readable by its owner only. Throws a StartFailure when it is
 * there and not whole: a new one would end all sessions unasked.
 */
export function keptSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  const secret = keptText(file, () => randomBytes(32).toString('base64url'));
  if (secret.length >= 32) return secret;
  throw new StartFailure(
    `${file} does not hold a whole secret. Restore it from a backup: no other key fits this database.`,
  );
}
