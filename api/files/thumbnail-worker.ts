import sharp from 'sharp';

/** What the child process is given: a picture, and the edge of the square that it shall fit into. */
export interface Errand {
  bytes: Uint8Array;
  edge: number;
}

/**
 * A small file can claim to be a picture of any size. What is decoded as a whole (AVIF, HEIF), or has 16 bits a colour, takes much
 * more memory for each pixel than others.
 */
const mostPixels = { heavy: 16_000_000, others: 40_000_000 };

/** The readers of the kinds that we make thumbnails of; no other reader of the library is given a file. */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((kind) => `VipsForeignLoad${kind}Buffer`);

// It keeps nothing in memory, and works on one thread.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: readers });

/** Whatever the bytes are, they are somebody's upload: what can not be read gives nothing, and so does what its head says is too large. */
async function drawn({ bytes, edge }: Errand): Promise<Uint8Array> {
  try {
    const options = { limitInputPixels: mostPixels.others, failOn: 'error', sequentialRead: true } as const;
    const { width, height, format, depth } = await sharp(bytes, options).metadata();
    const isHeavy = format === 'heif' || depth !== 'uchar';
    if (width * height > (isHeavy ? mostPixels.heavy : mostPixels.others)) return new Uint8Array();
    return await sharp(bytes, options)
      .autoOrient()
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer();
  } catch {
    return new Uint8Array();
  }
}

process.on('message', (errand: Errand) => {
  void drawn(errand).then((bytes) => process.send?.(bytes));
});
// The parent is gone.
process.on('disconnect', () => process.exit());
