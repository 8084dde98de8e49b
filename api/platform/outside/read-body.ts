import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

interface ReadOptions {
  /** The value of Content-Encoding. */
  encoding: string;
  maxBytes: number;
}

const decompressors: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The value of Accept-Encoding. */
export const acceptedEncodings = 'gzip, deflate, br';

/** Thrown to end the pipeline when the limit is reached. */
const limitReached = new Error('The size limit was reached');

/**
 * Reads and decompresses a body up to a limit of decompressed bytes, which protects against decompression bombs. An
 * interrupted or corrupt body returns what was read so far, with `isTruncated`.
 */
export async function readBody(
  body: Readable,
  { encoding, maxBytes }: ReadOptions,
): Promise<{ body: Buffer; isTruncated: boolean }> {
  if (maxBytes === 0) {
    body.on('error', () => undefined).destroy();
    return { body: Buffer.alloc(0), isTruncated: true };
  }
  const decompress = decompressors[encoding.trim().toLowerCase()] ?? (() => new PassThrough());
  const chunks: Buffer[] = [];
  let length = 0;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, maxBytes - length));
      length += chunk.length;
      if (length > maxBytes) throw limitReached;
    }
  };
  const isWhole = await pipeline(body, decompress(), collect).then(
    () => true,
    () => false,
  );
  return { body: Buffer.concat(chunks), isTruncated: !isWhole };
}
