import { LRUCache } from 'lru-cache';
import { isPicture, type ThumbnailSize, thumbnailSizes } from '#schemas/files/thumbnails.ts';
import type { File } from '#schemas/generated/types.ts';
import { ApiError } from '../errors/catalogue.ts';
import { fileStore } from './file-stores.ts';
import { drawElsewhere, waitingOf } from './thumbnail-processes.ts';

/** Bytes of the largest picture that is looked at: it is in memory as a whole. */
const largestSource = 32 * 2 ** 20;
/** More than so many of one person's uploads that wait for their turn are sent away. */
const mostWaiting = 50;

/** What was made lately; empty for what can not be made. */
const made = new LRUCache<string, Buffer>({ maxSize: 8 * 2 ** 20, sizeCalculation: ({ length }) => length + 100 });
const underWay = new Map<string, Promise<Buffer>>();

/**
 * A picture in small, as WebP: the first image of an animated one, upright, without anything that the file tells beside it,
 * such as where it was taken. Throws RESOURCE_INOPERABLE for a file that none can be made of, APPLICATION_ERROR (503) when too
 * many wait.
 */
export async function thumbnailOf(file: File, size: ThumbnailSize): Promise<Buffer> {
  const key = `${file.id}/${size}`;
  const known = made.get(key) ?? (await (underWay.get(key) ?? begun(key, file, size)));
  if (known.length > 0) return known;
  throw new ApiError('RESOURCE_INOPERABLE', {
    reason: 'No thumbnail can be made of this file',
    details: { resourceType: 'File', resourceId: file.id },
  });
}

function begun(key: string, file: File, size: ThumbnailSize): Promise<Buffer> {
  const making = makeThumbnail(file, size)
    .then((bytes) => {
      made.set(key, bytes);
      return bytes;
    })
    .finally(() => underWay.delete(key));
  underWay.set(key, making);
  return making;
}

const none = Buffer.alloc(0);

async function makeThumbnail(file: File, size: ThumbnailSize): Promise<Buffer> {
  const [place] = file.storage;
  if (!place || !isPicture(file.mimeType) || file.size > largestSource) return none;
  const owner = file.userId;
  if (waitingOf(owner) >= mostWaiting)
    throw new ApiError('APPLICATION_ERROR', { reason: 'Too busy; try again', retryAfter: 10, status: 503 });
  const read = async () => {
    const chunks: Buffer[] = [];
    const source = fileStore(place.type).get(place.location, { start: 0, end: file.size });
    for await (const chunk of source) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  return Buffer.from(await drawElsewhere({ owner, edge: thumbnailSizes[size], read }));
}
