import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from './check.ts';

/** The user's cache folder of this product, where a fetched mongod is kept for all working copies. */
export function cacheFolder(environment: Environment = process.env): string {
  const base = environment.XDG_CACHE_HOME;
  return join(base !== undefined && isAbsolute(base) ? base : join(homedir(), '.cache'), 'order-portal');
}
