import { mongo } from 'mongoose';

/** How a page of a list has ended. */
export interface PageEnd {
  /** More follow. */
  isMore: boolean;
  /** It ended before its limit: what was read is enough already. */
  endsEarly: boolean;
}

/**
 * Reads documents until there are `limit` of them or they come to `bytes`, one at least: the cursor, which should offer one
 * more than the limit, is closed then, so that no page is ever in memory whole because of its rows' number alone.
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
        size += mongo.BSON.calculateObjectSize(document);
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
