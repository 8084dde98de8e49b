import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../process/start-failure.ts';

/**
 * The secret kept in this data folder, made at first. It is readable by its owner only. Throws a StartFailure when the
 * folder cannot be written or the secret in it is not whole: a new one would end all sessions unasked.
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!existsSync(file)) make(file);
    chmodSync(file, 0o600);
    return whole(readFileSync(file, 'utf8').trim(), file);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(
      `DATA_DIR is '${dataDir}', which cannot be written (${error instanceof Error ? error.message : error}). ` +
        'Allowed is a folder that this user may write.',
    );
  }
}

/** Linked from a finished file, so that of two starts at once both read the same whole one. */
function make(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}

function whole(secret: string, file: string): string {
  if (secret.length >= 32) return secret;
  throw new StartFailure(
    `${file} does not hold a whole secret. Restore it from a backup, or remove it: a new one is made, and everybody signs in again.`,
  );
}
