/** The thumbnail sizes of a picture: the edge of the square that it is fitted into, in pixels. */
export const thumbnailSizes = { small: 192, large: 1_024 } as const;

export type ThumbnailSize = keyof typeof thumbnailSizes;

/** SVG is excluded: it can contain scripts, and the server does not render it. */
const pictures: ReadonlySet<string> = new Set([
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
]);

/** Whether thumbnails are generated for files of a MIME type (as sniffed from their bytes). */
export const hasThumbnail = (mimeType: string | undefined): boolean => mimeType !== undefined && pictures.has(mimeType);

/** The URL of a file's content. */
export const fileUrl = (id: string): string => `/api/files/${id}/content`;

/** The URL of a file's thumbnail. Only pictures have one. */
export const thumbnailUrl = (id: string): string => `/api/files/${id}/thumbnail`;
