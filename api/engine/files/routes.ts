import fastifyMultipart from '@fastify/multipart';
import contentDisposition from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ThumbnailSize, thumbnailSizes } from '#schemas/files/thumbnails.ts';
import type { File } from '#schemas/generated/types.ts';
import type { Config } from '../../platform/config/config.ts';
import { hourlyRateLimit } from '../../platform/database/rate-limiter.ts';
import { ApiError, notFound } from '../../platform/errors/catalogue.ts';
import type { ByteRange } from '../../platform/files/file-store.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { transferTimeout } from '../../platform/files/transfer-timeout.ts';
import { signedIn } from '../access/signed-in.ts';
import { assertAbility, assertMay, type Viewer } from '../access/viewer.ts';
import { runIdempotently } from '../idempotency/idempotency.ts';
import { documentationOf, idempotencyKey } from '../resource/routes/documentation.ts';
import { readableAttachments } from '../resource/rules/attachments.ts';
import { toResponse } from '../resource/rules/serializer.ts';
import { idParams } from '../resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../resource/schemas/documentation.ts';
import { resource } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { parserLimits, withIncomingFile } from './incoming.ts';
import { thumbnailOf } from './thumbnails.ts';
import { fileUsage, uploadFile } from './upload.ts';

interface ById {
  Params: { id: string };
}
interface ThumbnailRequest extends ById {
  Querystring: { size?: ThumbnailSize };
}

/** Maximum uploads per user and hour. */
const hourly = 200;

const url = '/api/files';
const params = idParams('id');
const files = resource('File');

/**
 * File upload and download routes (spec 7, designs 3 and 8); the list route is generated. Only imports accept multipart
 * bodies too.
 */
export async function fileRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const { fileLimit } = config;
  const handlerTimeout = transferTimeout(fileLimit);
  const assertWithinLimit = hourlyRateLimit({
    name: 'upload',
    hourly,
    reason: 'Too many files were uploaded; try again later',
  });
  await app.register(fastifyMultipart, parserLimits(fileLimit));

  app.post(url, { handlerTimeout, config: { documentation: documentedFiles.upload } }, async (request, reply) => {
    const viewer = signedIn(request);
    assertMay(viewer, 'create', 'File', { userId: viewer.user.id });
    await assertWithinLimit(viewer.user.id);
    const answer = (file: File) => ({ status: 201, body: toResponse(files, file, viewer) });
    const { status, body } = await withIncomingFile(request, { bytes: fileLimit }, (incoming) =>
      runIdempotently({
        request,
        type: 'File',
        checksFirst: true,
        fingerprint: incoming.fingerprint,
        work: async (storeResponse) =>
          answer(
            await uploadFile({
              viewer,
              incoming,
              config,
              log: request.log,
              storeResponse: (file) => storeResponse(answer(file)),
            }),
          ),
      }),
    );
    return reply.code(status).header('ETag', `"${body.revision}"`).send(body);
  });

  app.get(`${url}/usage`, { config: { documentation: documentedFiles.usage } }, async (request) => {
    const viewer = signedIn(request);
    assertAbility(viewer, 'read', 'File');
    return await fileUsage(viewer.user.id, config.fileQuota);
  });

  app.get<ById>(
    `${url}/:id`,
    { schema: { params }, config: { documentation: documentedFiles.read } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const file = await readableFile(viewer, request.params.id);
      return reply.header('ETag', `"${file.revision}"`).send(toResponse(files, file, viewer));
    },
  );

  const content = async (request: FastifyRequest<ById>, reply: FastifyReply) =>
    sendFileContent(await readableFile(signedIn(request), request.params.id), request, reply);
  const download = { schema: { params }, handlerTimeout, config: { documentation: documentedFiles.content } };
  // Explicit HEAD route: the generated one would read the whole file.
  app.get<ById>(`${url}/:id/content`, { ...download, exposeHeadRoute: false }, content);
  app.head<ById>(`${url}/:id/content`, { ...download, schema: { params, hide: true } }, content);

  app.get<ThumbnailRequest>(
    `${url}/:id/thumbnail`,
    {
      schema: { params, querystring: { type: 'object', properties: thumbnailQuery, additionalProperties: false } },
      config: { documentation: documentedFiles.thumbnail },
    },
    async (request, reply) => {
      const file = await readableFile(signedIn(request), request.params.id);
      return await sendThumbnail(file, request.query.size ?? 'small', request, reply);
    },
  );
}

/**
 * Loads a file if the viewer uploaded it or may read a record that refers to it (design 8). Throws RESOURCE_NOT_FOUND
 * otherwise.
 */
async function readableFile(viewer: Viewer, id: string): Promise<File> {
  const [known] = await readableAttachments(viewer, 'File', [id]);
  const file = known && (await storeOf('File').findOne({ _id: known }));
  if (!file) throw notFound('File', id);
  return file;
}

/**
 * Streams a file, or the byte range requested by Range. Uploads are untrusted, so browsers must not execute them:
 * everything but images and PDFs is sent as an attachment (design 3), under a Content Security Policy without scripts.
 */
function sendFileContent(file: File, request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
async function sendThumbnail(
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

const fileResource = resource('File');
const bytes = { type: 'string', format: 'binary' };

/** Query parameters of a thumbnail. */
const thumbnailQuery = {
  size: {
    type: 'string',
    enum: Object.keys(thumbnailSizes),
    description: `Fits into a square of ${Object.values(thumbnailSizes).join(' or ')} pixels. Defaults to small.`,
  },
};

/** OpenAPI documentation of the file routes. */
const documentedFiles = {
  upload: {
    summary: 'Upload a file',
    operationId: 'uploadFile',
    description: 'The type is detected from the content. Files that no record references are deleted after 7 days.',
    tag: fileResource.path,
    headers: idempotencyKey,
    bodyType: 'multipart/form-data',
    body: {
      type: 'object',
      properties: {
        file: {
          ...bytes,
          title: 'File',
          description: 'Requires a file name. GET /api/data/config returns the size limit.',
        },
      },
      required: ['file'],
      additionalProperties: false,
      examples: [{ file: 'Some text' }],
    },
    status: 201,
    answer: schemaRef(fileResource.name),
    answerHeaders: documentationOf(fileResource, 'read').answerHeaders,
    errors: ['MISSING_ABILITY', 'REQUEST_DENIED', 'RESOURCE_CONFLICT', 'RATE_LIMITED', 'INTEGRATION_ERROR'],
  },
  read: {
    ...documentationOf(fileResource, 'read'),
    query: {},
    description: 'Allowed for the user who uploaded the file and for users who can read a record that references it.',
  },
  usage: {
    summary: 'Get your storage usage and quota',
    description: 'Bytes of all files that you uploaded. Files that no record references count until they are deleted.',
    tag: fileResource.path,
    answer: {
      type: 'object',
      properties: { used: { type: 'number' }, allowed: { type: 'number' } },
      required: ['used', 'allowed'],
      additionalProperties: false,
    },
  },
  thumbnail: {
    summary: 'Download the thumbnail of an image',
    operationId: 'downloadFileThumbnail',
    description:
      'Returns WebP with the orientation applied and metadata removed; the first frame of an animated image.',
    tag: fileResource.path,
    query: thumbnailQuery,
    otherAnswers: { 'image/webp': bytes },
    answerHeaders: { ETag: { type: 'string', description: 'Of the content, which never changes.' } },
    errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE'],
  },
  content: {
    summary: 'Download a file',
    operationId: 'downloadFile',
    description:
      'Sent as an attachment unless it is an image or a PDF. Supports a single byte Range, answered with 206.',
    tag: fileResource.path,
    otherAnswers: { '*/*': bytes },
    answerHeaders: { ETag: { type: 'string', description: 'Of the content, which never changes.' } },
    errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
  },
} satisfies Record<string, Documentation>;
