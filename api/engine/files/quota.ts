import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { storeOf } from '../store/store.ts';

/** Upload quota (storage limit) of a user: bytes used and allowed. */
export interface FileUsage {
  used: number;
  allowed: number;
}

/** Sums the sizes of a user's files from the records (by an index), so that the total is never out of date. */
export async function fileUsage(userId: string, allowed: number): Promise<FileUsage> {
  const [found] = await storeOf('File').aggregate({ userId }, [{ $group: { _id: null, used: { $sum: '$size' } } }]);
  return { used: Number(found?.used ?? 0), allowed };
}

/** Throws REQUEST_DENIED if the additional bytes exceed the quota. */
export function assertWithinQuota({ used, allowed }: FileUsage, bytes: number): void {
  if (used + bytes <= allowed) return;
  throw new ApiError('REQUEST_DENIED', {
    reason: `Your storage quota is exceeded: ${sizeInWords(used)} of ${sizeInWords(allowed)} are used. Unused files are deleted after 7 days`,
    details: { used, allowed },
  });
}

/** Passes bytes through; throws as soon as they exceed the quota. */
export async function* limitToQuota(usage: FileUsage, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    assertWithinQuota(usage, size);
    yield chunk;
  }
}

/**
 * Throws REQUEST_DENIED if the bytes added by this transaction exceed the quota. Locks the user, so that concurrent
 * uploads are checked one after the other.
 */
export async function claimQuota(userId: string, allowed: number, bytes: number): Promise<void> {
  await storeOf('User').lockForUpdate(userId);
  assertWithinQuota(await fileUsage(userId, allowed), bytes);
}
