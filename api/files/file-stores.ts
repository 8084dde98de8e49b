import type { Config } from '../host/config/config.ts';
import type { FileStore, StorageType } from './file-store.ts';
import { gridfs } from './gridfs.ts';
import { s3Store } from './s3.ts';

type Stores = Record<StorageType | Config['fileStore'], FileStore | null>;

const opened: { stores: Stores } = { stores: { gridfs, s3: null } };

/** Has this process keep files where the configuration says. */
export function openFileStores({ bucket }: Pick<Config, 'bucket'>): void {
  opened.stores = { gridfs, s3: bucket && s3Store(bucket) };
}

/**
 * The file store that a File names. New bytes go into the one of FILE_STORE, old ones stay where they are until they are moved.
 * Throws an Error for one that this process was not told of.
 */
export function fileStore(type: StorageType): FileStore {
  const found = opened.stores[type];
  if (found) return found;
  throw new Error(`Files are kept in ${type}, which this process does not know: set S3_BUCKET`);
}

/** Whether a file store is called so. */
export const isStorageType = (name: string): name is StorageType => Object.hasOwn(opened.stores, name);
