import sharp from 'sharp';

/** Task for the child process: a picture, and the edge of the square that the thumbnail fits into. */
export interface ThumbnailTask {
  bytes: Uint8Array;
  edge: number;
}

/**
 * Decompression bomb protection: a small file can claim any dimensions. Formats decoded as a whole (AVIF, HEIF) or with
 * 16 bits per channel take much more memory per pixel.
 */
const maxPixels = { heavy: 16_000_000, others: 40_000_000 };

/** Image loaders that are enabled; all others of the library stay blocked. */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((kind) => `VipsForeignLoad${kind}Buffer`);

// No cache, one thread.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: readers });

/**
 * Renders a thumbnail. Returns empty bytes for input that cannot be read or is too large, because uploads are
 * untrusted.
 */
async function render({ bytes, edge }: ThumbnailTask): Promise<Uint8Array> {
  try {
    const options = { limitInputPixels: maxPixels.others, failOn: 'error', sequentialRead: true } as const;
    const { width, height, format, depth } = await sharp(bytes, options).metadata();
    const isHeavy = format === 'heif' || depth !== 'uchar';
    if (width * height > (isHeavy ? maxPixels.heavy : maxPixels.others)) return new Uint8Array();
    return await sharp(bytes, options)
      .autoOrient()
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer();
  } catch {
    return new Uint8Array();
  }
}

process.on('message', (errand: ThumbnailTask) => {
  void render(errand).then((bytes) => process.send?.(bytes));
});
// The parent has exited.
process.on('disconnect', () => process.exit());
