import { setAuditKeys } from './audit/chain.ts';
import { openFileStores } from './files/file-stores.ts';
import type { Config } from './host/config/config.ts';
import { setSealingKey } from './store/sealing.ts';

/** Initializes secrets and file stores, which every process needs, whether it serves requests, runs jobs or both. */
export function initializeProcess(config: Config): void {
  setSealingKey(config.secretKey);
  setAuditKeys(config.secretKey);
  openFileStores(config);
}
