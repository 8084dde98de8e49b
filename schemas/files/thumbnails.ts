/** The thumbnails that there are of a picture: the edge of the square that each fits into, in pixels. */
export const thumbnailSizes = { small: 192, large: 1_024 } as const;

export type ThumbnailSize = keyof typeof thumbnailSizes;

/** A drawing in SVG is a program, and none is drawn here. */
const pictures: ReadonlySet<string> = new Set([
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
]);

/** Whether a thumbnail can be made of files of a type, as their bytes tell it. */
export const isPicture = (mimeType: string | undefined): boolean => mimeType !== undefined && pictures.has(mimeType);
