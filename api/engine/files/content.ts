import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ThumbnailSize } from '#schemas/files/thumbnails.ts';
import type { File } from '#schemas/generated/types.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import type { ByteRange } from '../../platform/files/file-store.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { thumbnailOf } from './thumbnails.ts';

/**
 * Streams a file, or the byte range requested by Range. Uploads are untrusted, so browsers must not execute them:
 * everything but images and PDFs is sent as an attachment (design 3), under a Content Security Policy without scripts.
 */
export function sendFileContent(file: File, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const etag = `"${file.id}"`;
  const [place] = file.storage;
  if (!place) throw new ApiError('APPLICATION_ERROR', { reason: 'The content of this file no longer exists' });
  reply.headers({
    ETag: etag,
    // Revalidate each time, because rights may change; the bytes never do.
    'Cache-Control': 'private, no-cache',
    'Accept-Ranges': 'bytes',
    'Content-Disposition': contentDisposition(file.name, { type: isInline(file) ? 'inline' : 'attachment' }),
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
  });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const { range, 'if-range': ifRange } = request.headers;
  const part = parseRange({ range, ifRange: ifRange?.toString(), etag, size: file.size });
  const { start, end } = part ?? { start: 0, end: file.size };
  if (part) reply.code(206).header('Content-Range', `bytes ${start}-${end - 1}/${file.size}`);
  reply.type(file.mimeType).header('Content-Length', end - start);
  return request.method === 'HEAD'
    ? reply.send()
    : reply.send(fileStore(place.type).get(place.location, { start, end }));
}

/** Sends a thumbnail. Browsers may cache it for an hour, as long as the same user is signed in. */
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
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('image/webp').send(await thumbnailOf(file, size));
}

/** Images and PDFs are shown inline, except SVG, which can contain scripts. */
const isInline = ({ mimeType }: File) =>
  mimeType === 'application/pdf' || (mimeType.startsWith('image/') && mimeType !== 'image/svg+xml');

/** Blocks loading, scripts and same-origin access. Browsers still display images and PDFs. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox";

/** Checks If-None-Match: whether the client already has these bytes. */
const matchesEtag = (header: string | undefined, etag: string) =>
  header?.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim())) ?? false;

interface RangeRequest {
  /** The Range header. */
  range: string | undefined;
  /** The If-Range header: send the part only if the ETag matches. */
  ifRange: string | undefined;
  etag: string;
  size: number;
}

/**
 * Parses a Range header (RFC 9110) with a single part. Returns undefined for the whole file, including unsupported or
 * unsatisfiable ranges.
 */
function parseRange({ range = '', ifRange, etag, size }: RangeRequest): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (from === undefined || to === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(Number(to) + 1, size);
  return start < end ? { start, end } : undefined;
}
