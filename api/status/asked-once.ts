import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';

/** Milliseconds. */
const fresh = 60_000;

/** The same question to a database, asked once a minute at most however many ask it; a failure is asked again. */
export function askedOnce<T extends object>(ask: () => Promise<T>): () => Promise<T> {
  const kept = new LRUCache<mongoose.mongo.MongoClient, Promise<T>>({ max: 1, ttl: fresh });
  return async () => {
    const database = mongoose.connection.getClient();
    const known = kept.get(database);
    if (known) return await known;
    const asked = ask();
    kept.set(database, asked);
    asked.catch(() => kept.delete(database));
    return await asked;
  };
}
