import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../process/start-failure.ts';

/** Where a data folder keeps the secret that was made for it. */
export const secretFile = (dataDir: string) => join(dataDir, 'secret-key');

/**
 * The secret kept in this data folder, made at first. It is readable by its owner only. Throws a StartFailure when it is
 * there and not whole: a new one would end all sessions unasked.
 */
export function keptSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  if (!existsSync(file)) make(file);
  chmodSync(file, 0o600);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= 32) return secret;
  throw new StartFailure(
    `${file} does not hold a whole secret. Restore it from a backup: no other key fits this database.`,
  );
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
