import { mongo } from 'mongoose';

/** How a page of results ended. */
export interface PageEnd {
  /** More records follow. */
  isMore: boolean;
  /** The page ended before its limit because of its size. */
  endsEarly: boolean;
}

/**
 * Reads a page from a cursor: up to `limit` documents or `bytes`, at least one document. The cursor should offer one
 * more than the limit. The byte limit bounds the memory of a page, however large its rows are.
 */
export async function readPage<T extends object>(
  cursor: mongo.FindCursor<T>,
  { limit, bytes }: { limit: number; bytes: number },
): Promise<{ documents: T[] } & PageEnd> {
  const documents: T[] = [];
  let size = 0;
  try {
    while (await cursor.hasNext()) {
      for (const document of cursor.readBufferedDocuments()) {
        size += document instanceof Uint8Array ? document.length : mongo.BSON.calculateObjectSize(document);
        const endsEarly = size > bytes && documents.length > 0;
        if (endsEarly || documents.length === limit) return { documents, isMore: true, endsEarly };
        documents.push(document);
      }
    }
    return { documents, isMore: false, endsEarly: false };
  } finally {
    await cursor.close();
  }
}

/** Reads a cursor batch by batch. The next batch is read while the caller works on the current one. */
export async function* readBatches<T>(
  cursor: mongo.FindCursor<T>,
  hasNext: () => Promise<boolean>,
): AsyncGenerator<T[]> {
  let isMore: Promise<boolean> | undefined;
  try {
    isMore = hasNext();
    while (await isMore) {
      const documents = cursor.readBufferedDocuments();
      isMore = hasNext();
      // The next iteration handles the rejection. Until then, avoid an unhandled rejection.
      isMore.catch(() => undefined);
      yield documents;
    }
  } finally {
    // A cursor that is closed while the server reads its next batch can stay open there.
    await isMore?.catch(() => undefined);
    await cursor.close();
  }
}
