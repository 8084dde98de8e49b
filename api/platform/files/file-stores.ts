import type { Config } from '../config/config.ts';
import type { FileStore, StorageType } from './file-store.ts';
import { gridfs } from './gridfs.ts';
import { s3Store } from './s3.ts';

type Stores = Record<StorageType | Config['fileStore'], FileStore | null>;

const current: { stores: Stores } = { stores: { gridfs, s3: null } };

/** Configures the file stores of this process. */
export function openFileStores({ bucket }: Pick<Config, 'bucket'>): void {
  current.stores = { gridfs, s3: bucket && s3Store(bucket) };
}

/**
 * Returns the file store of a File's storage type. New files go to the store of FILE_STORE; existing ones stay where
 * they are until they are moved. Throws an Error if the store is not configured.
 */
export function fileStore(type: StorageType): FileStore {
  const found = current.stores[type];
  if (found) return found;
  throw new Error(`Files are stored in ${type}, which is not configured: set S3_BUCKET`);
}

/** Type guard for file store types. */
export const isStorageType = (name: string): name is StorageType => Object.hasOwn(current.stores, name);
