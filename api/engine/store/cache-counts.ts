/** Cache hit and miss counters. */
export interface CacheCounts {
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
