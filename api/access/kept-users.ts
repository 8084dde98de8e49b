import { LRUCache } from 'lru-cache';
import type { User } from '#schemas/generated/types.ts';
import { store } from '../store/store.ts';
import { type Versions, versionOf } from '../store/versions.ts';

interface Kept {
  version: string;
  user: Promise<User | null>;
}

/** As many as may be signed in at once; a user is a kilobyte or two. */
const cache = new LRUCache<string, Kept>({ max: 5_000 });

/** A user as of these versions, from memory when nobody's record has changed since. Who gets it must not change it. */
export async function keptUser(id: string, versions: Versions): Promise<User | null> {
  const version = versionOf(versions, 'User');
  const kept = cache.get(id);
  if (kept?.version === version) return await kept.user;
  const read = { version, user: store('User').findOne({ _id: id }) };
  cache.set(id, read);
  try {
    return await read.user;
  } catch (error) {
    if (cache.peek(id) === read) cache.delete(id);
    throw error;
  }
}
