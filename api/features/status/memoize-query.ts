import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';

/** Cache time in milliseconds. */
const maxAge = 60_000;

/** Memoizes a database query for one minute, shared by all concurrent callers. Failures are not cached. */
export function memoizeQuery<T extends object>(query: () => Promise<T>): () => Promise<T> {
  const cache = new LRUCache<mongoose.mongo.MongoClient, Promise<T>>({ max: 1, ttl: maxAge });
  return async () => {
    const database = mongoose.connection.getClient();
    const cached = cache.get(database);
    if (cached) return await cached;
    const promise = query();
    cache.set(database, promise);
    promise.catch(() => cache.delete(database));
    return await promise;
  };
}
