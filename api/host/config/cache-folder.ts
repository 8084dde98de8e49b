import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from './check.ts';

/** Returns the user's cache folder (XDG), where a downloaded mongod is cached for all checkouts. */
export function cacheFolder(environment: Environment = process.env): string {
  const base = environment.XDG_CACHE_HOME;
  return join(base !== undefined && isAbsolute(base) ? base : join(homedir(), '.cache'), 'order-portal');
}
