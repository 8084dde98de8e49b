import { LRUCache } from 'lru-cache';
import { isPicture, type ThumbnailSize, thumbnailSizes } from '#schemas/files/thumbnails.ts';
import type { File } from '#schemas/generated/types.ts';
import { ApiError } from '../errors/catalogue.ts';
import { fileStore } from './file-stores.ts';

/** Bytes of the largest picture that is looked at: it is in memory as a whole. */
const largestSource = 32 * 2 ** 20;
/** A small file can claim to be a picture of any size: more pixels than a camera makes are not unpacked. */
const mostPixels = 60_000_000;
/** Seconds for one picture. */
const patience = 10;
/** More than so many that wait for their turn are sent away. */
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
  return await inTurn(async () => {
    const chunks: Buffer[] = [];
    const source = fileStore(place.type).get(place.location, { start: 0, end: file.size });
    for await (const chunk of source) chunks.push(chunk);
    return await drawn(Buffer.concat(chunks), thumbnailSizes[size]);
  });
}

const turns = { waiting: 0, last: Promise.resolve() };

/** One picture at a time: each takes a core and, unpacked, much memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.waiting >= mostWaiting)
    throw new ApiError('APPLICATION_ERROR', { reason: 'Too busy; try again', retryAfter: 10, status: 503 });
  turns.waiting += 1;
  const result = turns.last.then(work);
  turns.last = result.then(
    () => undefined,
    () => undefined,
  );
  try {
    return await result;
  } finally {
    turns.waiting -= 1;
  }
}

/** Whatever the bytes are, they are somebody's upload: what can not be read gives nothing. */
async function drawn(bytes: Buffer, edge: number): Promise<Buffer> {
  const draw = await drawing();
  try {
    return await draw(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: patience })
      .webp({ quality: 75 })
      .toBuffer();
  } catch {
    return none;
  }
}

/** The readers of the kinds that we make thumbnails of; no other reader of the library is given a file. */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((kind) => `VipsForeignLoad${kind}Buffer`);

/** Loaded with the first picture. It keeps nothing in memory, and works on one thread of its own beside ours. */
async function drawing() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: readers });
  return sharp;
}
