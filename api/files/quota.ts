import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { ApiError } from '../errors/catalogue.ts';
import { store } from '../store/store.ts';

/** What the files that somebody uploaded have together, and may have. Bytes. */
export interface FileUsage {
  used: number;
  allowed: number;
}

/** What somebody's files have together: summed from the records by an index of their own, so that it is never beside them. */
export async function fileUsage(userId: string, allowed: number): Promise<FileUsage> {
  const [found] = await store('File').aggregate({ userId }, [{ $group: { _id: null, used: { $sum: '$size' } } }]);
  return { used: Number(found?.used ?? 0), allowed };
}

/** Throws REQUEST_DENIED when so many bytes more are more than somebody may have. */
export function assertRoom({ used, allowed }: FileUsage, bytes: number): void {
  if (used + bytes <= allowed) return;
  throw new ApiError('REQUEST_DENIED', {
    reason: `There is no room for this file: your files may have ${sizeInWords(allowed)} together, and ${sizeInWords(used)} are used. What no record holds is removed after 7 days`,
    details: { used, allowed },
  });
}

/** The same bytes, for as long as there is room for them. */
export async function* whileRoom(usage: FileUsage, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    assertRoom(usage, size);
    yield chunk;
  }
}

/**
 * Throws REQUEST_DENIED when there is no room for the bytes that this transaction adds: several uploads of one person meet at
 * the user, and each after the first is looked at again beside those before it.
 */
export async function takeRoom(userId: string, allowed: number, bytes: number): Promise<void> {
  await store('User').hold(userId);
  assertRoom(await fileUsage(userId, allowed), bytes);
}
