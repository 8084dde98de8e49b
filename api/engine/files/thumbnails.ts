import { LRUCache } from 'lru-cache';
import { hasThumbnail, type ThumbnailSize, thumbnailSizes } from '#schemas/files/thumbnails.ts';
import type { File } from '#schemas/generated/types.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { renderThumbnail, thumbnailQueueLength } from '../../platform/files/thumbnail-processes.ts';

/** Maximum size of a source picture, which is read into memory; bytes. */
const maxSourceSize = 32 * 2 ** 20;
/** Maximum queue length per user before requests are rejected. */
const maxWaiting = 50;

/** LRU cache of thumbnails; empty bytes if none can be made. */
const cache = new LRUCache<string, Buffer>({ maxSize: 8 * 2 ** 20, sizeCalculation: ({ length }) => length + 100 });
const pending = new Map<string, Promise<Buffer>>();

/**
 * Returns a WebP thumbnail: the first frame of an animation, rotated upright, without metadata such as the location.
 * Throws RESOURCE_INOPERABLE if none can be made, APPLICATION_ERROR (503) if too many are waiting.
 */
export async function thumbnailOf(file: File, size: ThumbnailSize): Promise<Buffer> {
  const key = `${file.id}/${size}`;
  const known = cache.get(key) ?? (await (pending.get(key) ?? startRendering(key, file, size)));
  if (known.length > 0) return known;
  throw new ApiError('RESOURCE_INOPERABLE', {
    reason: 'This file cannot have a thumbnail',
    details: { resourceType: 'File', resourceId: file.id },
  });
}

function startRendering(key: string, file: File, size: ThumbnailSize): Promise<Buffer> {
  const making = makeThumbnail(file, size)
    .then((bytes) => {
      cache.set(key, bytes);
      return bytes;
    })
    .finally(() => pending.delete(key));
  pending.set(key, making);
  return making;
}

const none = Buffer.alloc(0);

async function makeThumbnail(file: File, size: ThumbnailSize): Promise<Buffer> {
  const [place] = file.storage;
  if (!place || !hasThumbnail(file.mimeType) || file.size > maxSourceSize) return none;
  const owner = file.userId ?? '';
  if (thumbnailQueueLength(owner) >= maxWaiting)
    throw new ApiError('APPLICATION_ERROR', { reason: 'The server is busy; try again', retryAfter: 10, status: 503 });
  const read = async () => {
    const chunks: Buffer[] = [];
    const source = fileStore(place.type).get(place.location, { start: 0, end: file.size });
    for await (const chunk of source) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  return Buffer.from(await renderThumbnail({ owner, edge: thumbnailSizes[size], read }));
}
