import { auditWith } from './audit/chain.ts';
import { openFileStores } from './files/file-stores.ts';
import type { Config } from './host/config/config.ts';
import { sealWith } from './store/sealing.ts';

/** What a process needs before it does anything, whether it serves people, does jobs or both. */
export function prepare(config: Config): void {
  sealWith(config.secretKey);
  auditWith(config.secretKey);
  openFileStores(config);
}
