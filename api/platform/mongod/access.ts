import { createHash, createHmac, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOrCreatePrivateFile } from '../process/private-file.ts';
import { replicaSetName } from './arguments.ts';

/** Path of the mongod key file in a data folder. */
export const keyFileOf = (folder: string) => join(folder, 'mongod-key');

/**
 * Credentials of an embedded mongod. The key file gives full access as the `__system` user without any stored user; the
 * application uses a database user whose password is derived from the key.
 */
export type MongodCredentials = {
  /** MongoDB's internal user for replica set members, who share the key. */
  system: { username: '__system'; password: string };
  product: { username: 'portal'; password: string };
};

/** Returns the credentials for a data folder. */
export function mongodCredentials(folder: string): MongodCredentials {
  const key = keyOf(keyFileOf(folder));
  return {
    system: { username: '__system', password: key },
    product: { username: 'portal', password: createHmac('sha256', key).update('portal').digest('base64url') },
  };
}

/**
 * Reads the key, creating it if missing or incomplete. A lost key does no harm: the next start sets the user's new
 * password.
 */
function keyOf(file: string): string {
  const bytes = 48;
  // MongoDB allows only Base64 characters in a key.
  const make = () => randomBytes(bytes).toString('hex');
  const key = readOrCreatePrivateFile(file, make);
  if (key.length === 2 * bytes) return key;
  rmSync(file);
  return readOrCreatePrivateFile(file, make);
}

/** Fingerprint of the application user's password, stored in the database to detect a changed key. */
export function passwordFingerprint({ product }: MongodCredentials): string {
  return createHash('sha256').update(product.password).digest('base64url');
}

/** Returns the connection string for the application to a database of the mongod on this port. */
export function mongodUri(
  { product }: MongodCredentials,
  { port, database }: { port: number; database: string },
): string {
  const { username, password } = product;
  return `mongodb://${username}:${password}@127.0.0.1:${port}/${database}?authSource=admin&replicaSet=${replicaSetName}&directConnection=true`;
}
