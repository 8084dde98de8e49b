import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ThumbnailSize } from '#schemas/files/thumbnails.ts';
import type { File } from '#schemas/generated/types.ts';
import { ApiError } from '../errors/catalogue.ts';
import { fileStore } from './file-stores.ts';
import { askedRange } from './range.ts';
import { thumbnailOf } from './thumbnails.ts';

/**
 * Answers the bytes of a file, or the part that Range names, as they come out of the store. Whatever somebody uploaded, the
 * browser must not run it: it is an attachment unless it is a picture or a PDF (design 3), and no script in it is ours.
 */
export function sendContent(file: File, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const etag = `"${file.id}"`;
  const [place] = file.storage;
  if (!place) throw new ApiError('APPLICATION_ERROR', { reason: 'The bytes of this file are gone' });
  reply.headers({
    ETag: etag,
    // Asked again each time, since rights may change; the bytes never do.
    'Cache-Control': 'private, no-cache',
    'Accept-Ranges': 'bytes',
    'Content-Disposition': contentDisposition(file.name, { type: isShown(file) ? 'inline' : 'attachment' }),
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
  });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const { range, 'if-range': ifRange } = request.headers;
  const part = askedRange({ range, ifRange: ifRange?.toString(), etag, size: file.size });
  const { start, end } = part ?? { start: 0, end: file.size };
  if (part) reply.code(206).header('Content-Range', `bytes ${start}-${end - 1}/${file.size}`);
  reply.type(file.mimeType).header('Content-Length', end - start);
  return request.method === 'HEAD'
    ? reply.send()
    : reply.send(fileStore(place.type).get(place.location, { start, end }));
}

/** Answers a picture in small; for an hour a browser need not ask again, as long as the same person is signed in. */
export async function sendThumbnail(
  file: File,
  size: ThumbnailSize,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${file.id}-${size}"`;
  reply.headers({
    ETag: etag,
    'Cache-Control': 'private, max-age=3600',
    Vary: 'Cookie',
    'Content-Disposition': 'inline',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
  });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('image/webp').send(await thumbnailOf(file, size));
}

/** Pictures and PDFs; a drawing in SVG is a page that can hold scripts. */
const isShown = ({ mimeType }: File) =>
  mimeType === 'application/pdf' || (mimeType.startsWith('image/') && mimeType !== 'image/svg+xml');

/** Nothing is loaded, nothing runs, and nothing counts as ours. Browsers show pictures and PDFs all the same. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox";

/** Whether the caller has these bytes already. */
const isKnown = (header: string | undefined, etag: string) =>
  header?.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim())) ?? false;
