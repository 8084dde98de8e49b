import { LRUCache } from 'lru-cache';
import { type CacheVersions, cacheVersionOf } from './cache-versions.ts';
import type { ResourceName } from './model.ts';

interface CacheOptions<T> {
  /** The resource (with `x-store.cache`) whose records determine the value. */
  resource: ResourceName;
  read: (key: string) => Promise<T>;
  /** Weight of a value in the cache; the cache holds a total of 1,000,000. */
  sizeOf: (answer: T) => number;
}

interface Entry<T> {
  version: string;
  answer: Promise<T>;
}

/**
 * A versioned in-memory cache (LRU) of values read by key. A value is valid as long as its version matches the versions
 * that the caller has read, so a change takes effect in the next request. The key must be the one that the resource is
 * cached by (`x-store.cache`), and `versions` must contain its version. Concurrent reads of a key share one promise.
 * Callers must not mutate the value.
 */
export function versionedCache<T>({
  resource,
  read,
  sizeOf,
}: CacheOptions<T>): (key: string, versions: CacheVersions) => Promise<T> {
  const cache = new LRUCache<string, Entry<T>>({ max: 5_000, maxSize: 1_000_000 });
  const counts = cacheCounter(resource);
  return async (key, versions) => {
    const version = cacheVersionOf(versions, resource, key);
    const cached = cache.get(key);
    if (cached?.version === version) {
      counts.hits += 1;
      return await cached.answer;
    }
    counts.misses += 1;
    const entry = { version, answer: read(key) };
    cache.set(key, entry, { size: 1 });
    try {
      const answer = await entry.answer;
      if (cache.peek(key) === entry) cache.set(key, entry, { size: sizeOf(answer) });
      return answer;
    } catch (error) {
      if (cache.peek(key) === entry) cache.delete(key);
      throw error;
    }
  };
}

/** Cache hit and miss counters. */
interface CacheCounts {
  hits: number;
  misses: number;
}

/** Counters of every in-memory cache of this process, by cache name. The metrics read them. */
export const cacheCounts = new Map<string, CacheCounts>();

/** Returns the counters of a cache, creating them on first use. The cache increments them. */
export function cacheCounter(name: string): CacheCounts {
  const known = cacheCounts.get(name);
  if (known) return known;
  const created = { hits: 0, misses: 0 };
  cacheCounts.set(name, created);
  return created;
}
