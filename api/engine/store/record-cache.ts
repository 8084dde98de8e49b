import { LRUCache } from 'lru-cache';
import type { Records } from '#schemas/generated/types.ts';
import { type CacheVersions, cacheVersionOf, readCacheVersions } from './cache-versions.ts';
import { type ResourceName, resource } from './model.ts';
import { storeOf } from './store.ts';
import { isInTransaction } from './transaction.ts';
import { cacheCounter } from './versioned-cache.ts';

/**
 * Cache limits per resource: number of records, and total size as JSON. Most records have one kilobyte, a form can have
 * several hundred.
 */
const maxRecords = 1_000;
const maxBytes = 4_000_000;

interface Cache {
  version: string;
  records: LRUCache<string, object>;
}

const caches = new Map<ResourceName, Cache>();
const current: { versions: CacheVersions } = { versions: new Map() };

/**
 * Sets the versions that the record cache is valid for. The cached records of a resource are dropped on the next read
 * if its version differs (cache invalidation). Concurrent requests may set older versions: that costs an extra read and
 * never returns data older than those versions.
 */
export function pinCacheVersion(versions: CacheVersions): void {
  current.versions = versions;
}

/** The same for code without a request: a job calls it before it reads cached records. */
export async function pinCurrentCacheVersion(): Promise<void> {
  pinCacheVersion(await readCacheVersions());
}

/**
 * Record cache: returns records by id, from memory where possible. Only for resources with `x-store.cache: true`, which
 * are read with each save and change seldom; each write to such a resource changes its version. Callers must not mutate
 * the records.
 */
export async function recordCache<Name extends ResourceName>(
  name: Name,
  ids: string[],
): Promise<Map<string, Records[Name]>> {
  const cached = cacheOf(name);
  const answer = new Map<string, Records[Name]>();
  // Bypass the cache in a transaction: its reads may be rolled back, or belong to another snapshot.
  const isCacheable = !isInTransaction();
  for (const id of isCacheable ? ids : []) {
    const record = cached.get(id);
    if (record) answer.set(id, record);
  }
  const missing = [...new Set(ids)].filter((id) => !answer.has(id));
  const counts = cacheCounter(name);
  counts.hits += answer.size;
  counts.misses += missing.length;
  if (missing.length === 0) return answer;
  for (const record of await storeOf(name).find({ filter: { _id: { $in: missing } } })) {
    answer.set(record.id, record);
    if (isCacheable) cached.set(record.id, record);
  }
  return answer;
}

function cacheOf<Name extends ResourceName>(name: Name): LRUCache<string, Records[Name]>;
function cacheOf(name: ResourceName): LRUCache<string, object> {
  const version = cacheVersionOf(current.versions, name);
  const existing = caches.get(name);
  if (existing?.version === version) return existing.records;
  if (resource(name).schema['x-store']?.cache !== true)
    throw new Error(`${name} is not cached as a whole: its schema must set x-store.cache to true`);
  const created = {
    version,
    records: new LRUCache<string, object>({ max: maxRecords, maxSize: maxBytes, sizeCalculation: weightOf }),
  };
  caches.set(name, created);
  return created.records;
}

const weightOf = (record: object): number => JSON.stringify(record).length;
