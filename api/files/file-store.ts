import type { Readable } from 'node:stream';
import type { File } from '#schemas/generated/types.ts';

/** The kind of a file store, as a File's `storage` names it. */
export type StorageType = File['storage'][number]['type'];

/** A part of some bytes: from `start` up to and without `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where bytes are kept (design 8). It knows nothing of files, names or people. */
export interface FileStore {
  /**
   * Stores all bytes under a location that is new. Throws what `bytes` or the store throws; what was stored by then is
   * for `remove`, and nothing is added to it any more.
   */
  put(location: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Reads a part of what is stored; a reader who is slow is waited for. Destroyed with an error when bytes are missing. */
  get(location: string, range: ByteRange): Readable;
  /** Removes what a location holds, be it whole, in parts or nothing. */
  remove(location: string): Promise<void>;
}
