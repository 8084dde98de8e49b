import { auditWith } from './audit/chain.ts';
import { openFileStores } from './files/file-stores.ts';
import type { Config } from './host/config/config.ts';
import { sealWith } from './store/sealing.ts';

/** Initializes secrets and file stores, which every process needs, whether it serves requests, runs jobs or both. */
export function prepare(config: Config): void {
  sealWith(config.secretKey);
  auditWith(config.secretKey);
  openFileStores(config);
}
