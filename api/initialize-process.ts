import { setAuditKeys } from './engine/audit/chain.ts';
import { setSealingKeys } from './engine/store/sealing.ts';
import type { Config } from './platform/config/config.ts';
import { openFileStores } from './platform/files/file-stores.ts';

/** Initializes secrets and file stores, which every process needs, whether it serves requests, runs jobs or both. */
export function initializeProcess(config: Config): void {
  setSealingKeys(config.secretKeys);
  setAuditKeys(config.secretKeys);
  openFileStores(config);
}
