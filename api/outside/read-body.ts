import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

interface Reading {
  /** The value of Content-Encoding. */
  encoding: string;
  mostBytes: number;
}

const unpacking: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** What Accept-Encoding may say. */
export const understood = 'gzip, deflate, br';

/** Thrown by who has read enough, so that everything before it ends. */
const enough = new Error('Enough was read');

/**
 * Reads a body to so many bytes, counted as they are unpacked, so that a bomb ends where a long page does. What breaks off or is
 * badly packed is answered as far as it came.
 */
export async function readBody(
  body: Readable,
  { encoding, mostBytes }: Reading,
): Promise<{ body: Buffer; isCut: boolean }> {
  if (mostBytes === 0) {
    body.on('error', () => undefined).destroy();
    return { body: Buffer.alloc(0), isCut: true };
  }
  const unpack = unpacking[encoding.trim().toLowerCase()] ?? (() => new PassThrough());
  const chunks: Buffer[] = [];
  let length = 0;
  const take = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, mostBytes - length));
      length += chunk.length;
      if (length > mostBytes) throw enough;
    }
  };
  const isWhole = await pipeline(body, unpack(), take).then(
    () => true,
    () => false,
  );
  return { body: Buffer.concat(chunks), isCut: !isWhole };
}
