import type { Readable } from 'node:stream';

/** The type of a file store, as in a File's `storage`. */
export type StorageType = 'gridfs' | 's3';

/** A byte range from `start` (inclusive) to `end` (exclusive). */
export interface ByteRange {
  start: number;
  end: number;
}

/** Blob storage (design 8). It knows nothing about file records, names or users. */
export interface FileStore {
  /**
   * Stores all bytes at a new location. Rejects with the error of `bytes` or of the store. After a failure nothing more
   * is written; call `remove` to delete what was written.
   */
  put(location: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Reads a range with backpressure. The stream is destroyed with an error if bytes are missing. */
  get(location: string, range: ByteRange): Readable;
  /** Deletes what is stored at a location, whether complete, partial or nothing. */
  remove(location: string): Promise<void>;
}
