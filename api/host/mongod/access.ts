import { createHash, createHmac, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { keptText } from '../process/private-file.ts';
import { replicaSetName } from './arguments.ts';

/** Where a data folder keeps the key of its mongod. */
export const keyFileOf = (folder: string) => join(folder, 'mongod-key');

/**
 * How one lets oneself in to the mongod of a data folder. Whoever reads its key file is `system`, which may do all and
 * needs nothing in the database; the product is a user of the database, whose password follows from the key.
 */
export type Access = {
  /** MongoDB's own name for members of a replica set, who share the key. */
  system: { username: '__system'; password: string };
  product: { username: 'portal'; password: string };
};

/** The access of a data folder. */
export function accessTo(folder: string): Access {
  const key = keyOf(keyFileOf(folder));
  return {
    system: { username: '__system', password: key },
    product: { username: 'portal', password: createHmac('sha256', key).update('portal').digest('base64url') },
  };
}

/** Made where there is none, or only a part of one. Losing it loses nothing: at the next start the user gets the new password. */
function keyOf(file: string): string {
  const bytes = 48;
  // Letters that MongoDB allows in a key, which are Base64's.
  const make = () => randomBytes(bytes).toString('hex');
  const key = keptText(file, make);
  if (key.length === 2 * bytes) return key;
  rmSync(file);
  return keptText(file, make);
}

/** What tells in the database which password its user has, without telling it. */
export function fingerprintOf({ product }: Access): string {
  return createHash('sha256').update(product.password).digest('base64url');
}

/** The connection string of one database of the mongod at this port, for the product. */
export function uriOf({ product }: Access, { port, database }: { port: number; database: string }): string {
  const { username, password } = product;
  return `mongodb://${username}:${password}@127.0.0.1:${port}/${database}?authSource=admin&replicaSet=${replicaSetName}&directConnection=true`;
}
