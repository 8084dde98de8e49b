import { LRUCache } from 'lru-cache';
import { countsOf } from './cache-counts.ts';
import type { ResourceName } from './model.ts';
import { type Versions, versionOf } from './versions.ts';

interface Keeping<T> {
  /** The resource, with `x-store.kept`, from whose records alone the answers come. */
  of: ResourceName;
  read: (key: string) => Promise<T>;
  /** What an answer weighs; all together weigh 1,000,000 at most. */
  weigh: (answer: T) => number;
}

interface Kept<T> {
  version: string;
  answer: Promise<T>;
}

/**
 * Keeps what is read by a key in memory, and answers it as of the versions that the caller has read, so that a change counts
 * in the very next request. The key is what the resource is kept by (`x-store.kept`), and its version among those that were read. Who gets an answer must not change it.
 */
export function keptAnswers<T>({ of, read, weigh }: Keeping<T>): (key: string, versions: Versions) => Promise<T> {
  const cache = new LRUCache<string, Kept<T>>({ max: 5_000, maxSize: 1_000_000 });
  const counts = countsOf(of);
  return async (key, versions) => {
    const version = versionOf(versions, of, key);
    const kept = cache.get(key);
    if (kept?.version === version) {
      counts.hits += 1;
      return await kept.answer;
    }
    counts.misses += 1;
    const made = { version, answer: read(key) };
    cache.set(key, made, { size: 1 });
    try {
      const answer = await made.answer;
      if (cache.peek(key) === made) cache.set(key, made, { size: weigh(answer) });
      return answer;
    } catch (error) {
      if (cache.peek(key) === made) cache.delete(key);
      throw error;
    }
  };
}
