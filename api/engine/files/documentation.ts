import { thumbnailSizes } from '#schemas/files/thumbnails.ts';
import { documentationOf, idempotencyKey } from '../resource/routes/documentation.ts';
import { type Documentation, schemaRef } from '../resource/schemas/documentation.ts';
import { resource } from '../store/model.ts';

const files = resource('File');
const bytes = { type: 'string', format: 'binary' };

/** Query parameters of a thumbnail. */
export const thumbnailQuery = {
  size: {
    type: 'string',
    enum: Object.keys(thumbnailSizes),
    description: `Fits into a square of ${Object.values(thumbnailSizes).join(' or ')} pixels. Defaults to small.`,
  },
};

/** OpenAPI documentation of the file routes. */
export const documentedFiles = {
  upload: {
    summary: 'Upload a file',
    description: 'The type is detected from the content. Files that no record references are deleted after 7 days.',
    tag: files.path,
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
    answer: schemaRef(files.name),
    answerHeaders: documentationOf(files, 'read').answerHeaders,
    errors: ['MISSING_ABILITY', 'REQUEST_DENIED', 'RESOURCE_CONFLICT', 'RATE_LIMITED', 'INTEGRATION_ERROR'],
  },
  read: {
    ...documentationOf(files, 'read'),
    query: {},
    description: 'Allowed for the user who uploaded the file and for users who can read a record that references it.',
  },
  usage: {
    summary: 'Get your storage usage and quota',
    description: 'Bytes of all files that you uploaded. Files that no record references count until they are deleted.',
    tag: files.path,
    answer: {
      type: 'object',
      properties: { used: { type: 'number' }, allowed: { type: 'number' } },
      required: ['used', 'allowed'],
      additionalProperties: false,
    },
  },
  thumbnail: {
    summary: 'Download the thumbnail of an image',
    description:
      'Returns WebP with the orientation applied and metadata removed; the first frame of an animated image.',
    tag: files.path,
    query: thumbnailQuery,
    otherAnswers: { 'image/webp': bytes },
    answerHeaders: { ETag: { type: 'string', description: 'Of the content, which never changes.' } },
    errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE'],
  },
  content: {
    summary: 'Download a file',
    description:
      'Sent as an attachment unless it is an image or a PDF. Supports a single byte Range, answered with 206.',
    tag: files.path,
    otherAnswers: { '*/*': bytes },
    answerHeaders: { ETag: { type: 'string', description: 'Of the content, which never changes.' } },
    errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
  },
} satisfies Record<string, Documentation>;
