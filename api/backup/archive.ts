import type { Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Extract, extract, type Pack, pack } from 'tar-stream';
import { StartFailure } from '../host/process/start-failure.ts';

/** A tar archive that is written, one entry after the other; in memory is what is on its way. */
export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /** Throws what `bytes` throws, and when they are not as many as `size` says. */
  addStream(name: string, size: number, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Answers when all of it is on the disk. */
  end(): Promise<void>;
  /** Leaves the file as it is. */
  abandon(): Promise<void>;
}

/** Begins an archive in a new file that only its owner may read. */
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
      // A disk that is full ends the entry without a word of why.
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

/** The same bytes, counted into a hash on their way. */
export async function* hashing(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** One entry as it is read; its bytes are to be read, all of them, before the next one. */
export interface Entry {
  name: string;
  size: number;
  bytes: AsyncIterable<Buffer>;
}

/** The entries of an archive in their order. Throws a StartFailure that names the place from which on it cannot be read. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const archive = extract();
  const place = { text: 'at its beginning' };
  pour(createReadStream(file), archive).catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const entry of archive) {
      const { name, size } = entry.header;
      place.text = `in ${name}`;
      yield { name, size, bytes: bytesOf(entry) };
      place.text = `behind ${name}`;
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
    const why = /^Unexpected end of data/.test(error.message) ? 'it ends there' : error.message;
    return new StartFailure(`${file} cannot be read ${place.text}: ${why}. It is not whole, or no backup.`, {
      cause: error,
    });
  }
}

type Sink = ReturnType<Pack['entry']> | Extract;

/** Writes all bytes and ends the stream; a stream that is destroyed meanwhile is left. */
async function pour(bytes: AsyncIterable<Buffer>, sink: Sink): Promise<void> {
  for await (const chunk of bytes) {
    if (sink.destroying) return;
    if (!sink.write(chunk)) await roomIn(sink);
  }
  sink.end(null);
}

const roomIn = (sink: Sink) =>
  new Promise<void>((resolve) => {
    const go = () => {
      sink.off('drain', go);
      sink.off('close', go);
      resolve();
    };
    sink.on('drain', go);
    sink.on('close', go);
  });
