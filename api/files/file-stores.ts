import type { Config } from '../host/config/config.ts';
import type { FileStore, StorageType } from './file-store.ts';
import { gridfs } from './gridfs.ts';

/** The file stores by the name that a File has for them. New bytes go into the one of FILE_STORE, old ones stay where they are. */
export const fileStores = { gridfs } satisfies Record<StorageType | Config['fileStore'], FileStore>;

/** Whether a file store is called so. */
export const isStorageType = (name: string): name is StorageType => Object.hasOwn(fileStores, name);
