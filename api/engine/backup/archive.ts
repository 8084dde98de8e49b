import type { Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Extract, extract, type Pack, pack } from 'tar-stream';
import { StartFailure } from '../../platform/process/start-failure.ts';

/** Streaming writer for a tar archive. Only data in transit is buffered in memory. */
export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /** Rejects with the error of `bytes`, or if their length differs from `size`. */
  addStream(name: string, size: number, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Resolves when everything is flushed to disk. */
  end(): Promise<void>;
  /** Stops writing; leaves the partial file in place. */
  abandon(): Promise<void>;
}

/** Opens an archive in a new file with mode 0600. Fails if the file exists. */
export function writeArchive(file: string): ArchiveWriter {
  const archive = pack();
  const written = pipeline(Readable.from(archive), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  written.catch(() => undefined);
  const entered = async (enter: (done: (error?: Error | null) => void) => void): Promise<void> => {
    try {
      await new Promise<void>((resolve, reject) => {
        enter((error) => (error ? reject(error) : resolve()));
      });
    } catch (error) {
      archive.destroy();
      // If the disk is full, the entry ends without the reason; the pipeline has it.
      await written;
      throw error;
    }
  };
  return {
    add: (name, bytes) => entered((done) => archive.entry({ name, mode: 0o600 }, bytes, done)),
    async addStream(name, size, bytes) {
      const source: { failure?: { error: unknown } } = {};
      await entered((done) => {
        const entry = archive.entry({ name, size, mode: 0o600 }, done);
        pour(bytes, entry).catch((error: unknown) => {
          source.failure = { error };
          entry.destroy();
        });
      }).catch((error: unknown) => {
        throw source.failure ? source.failure.error : error;
      });
    },
    async end() {
      archive.finalize();
      await written;
    },
    async abandon() {
      archive.destroy();
      await written.catch(() => undefined);
    },
  };
}

/** Passes bytes through while updating a hash. */
export async function* hashStream(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** An archive entry. Read all of its bytes before the next entry. */
export interface ArchiveEntry {
  name: string;
  size: number;
  bytes: AsyncIterable<Buffer>;
}

/**
 * Iterates over the entries of an archive. Throws a StartFailure that names the entry at which it becomes unreadable.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const archive = extract();
  const place = { text: 'at the beginning' };
  pour(createReadStream(file), archive).catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const entry of archive) {
      const { name, size } = entry.header;
      place.text = `in ${name}`;
      yield { name, size, bytes: bytesOf(entry) };
      place.text = `after ${name}`;
    }
  } catch (error) {
    throw unreadable(error);
  } finally {
    archive.destroy();
  }

  async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of entry)
        if (chunk instanceof Uint8Array) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    } catch (error) {
      throw unreadable(error);
    }
  }

  function unreadable(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    const why = /^Unexpected end of data/.test(error.message) ? 'unexpected end of file' : error.message;
    return new StartFailure(`${file} cannot be read ${place.text}: ${why}. It is incomplete or not a backup.`, {
      cause: error,
    });
  }
}

type Sink = ReturnType<Pack['entry']> | Extract;

/** Writes all bytes with backpressure and ends the stream; stops if the stream is destroyed. */
async function pour(bytes: AsyncIterable<Buffer>, sink: Sink): Promise<void> {
  for await (const chunk of bytes) {
    if (sink.destroying) return;
    if (!sink.write(chunk)) await drained(sink);
  }
  sink.end(null);
}

const drained = (sink: Sink) =>
  new Promise<void>((resolve) => {
    const settle = () => {
      sink.off('drain', settle);
      sink.off('close', settle);
      resolve();
    };
    sink.on('drain', settle);
    sink.on('close', settle);
  });
