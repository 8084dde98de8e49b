import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

interface Edges {
  width: number;
  height: number;
}

/** A test image whose left half is red and whose right half is blue. */
export const twoColorImage = ({ width, height }: Edges) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: 'blue' } },
      gravity: 'east',
    },
  ]);

/** A photo with EXIF data: rotated, and with a GPS position. */
export const rotatedPhoto = async (edges: Edges): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(
    await twoColorImage(edges)
      .withExif({ IFD0: { Copyright: 'Ann' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );

/**
 * A decompression bomb: a small file of one color that unpacks to this many pixels; 400 KB can become more than a
 * gigabyte.
 */
export function decompressionBomb({ width, height }: Edges): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc(height * (Math.ceil(width / 8) + 1));
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
