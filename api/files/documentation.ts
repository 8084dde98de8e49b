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
    description: `It fits into a square of ${Object.values(thumbnailSizes).join(' or ')} pixels; small unless it is said.`,
  },
};

/** OpenAPI documentation of the file routes. */
export const documentedFiles = {
  upload: {
    summary: 'Upload a file',
    description: 'Its type is told by its bytes. A file that no record holds is removed after 7 days.',
    tag: files.path,
    headers: idempotencyKey,
    bodyType: 'multipart/form-data',
    body: {
      type: 'object',
      properties: {
        file: { ...bytes, title: 'File', description: 'With a name. GET /api/data/config says how large it may be.' },
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
    description: 'One is read by who uploaded it and by who may read a record that holds it.',
  },
  usage: {
    summary: 'Say what one’s files have together, and may have',
    description: 'Bytes of all files that one uploaded; those that no record holds count until they are removed.',
    tag: files.path,
    answer: {
      type: 'object',
      properties: { used: { type: 'number' }, allowed: { type: 'number' } },
      required: ['used', 'allowed'],
      additionalProperties: false,
    },
  },
  thumbnail: {
    summary: 'Download a picture in small',
    description:
      'As WebP, upright, the first image of an animated one, without what the file tells beside its picture.',
    tag: files.path,
    query: thumbnailQuery,
    otherAnswers: { 'image/webp': bytes },
    answerHeaders: { ETag: { type: 'string', description: 'Of the bytes, which never change.' } },
    errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE'],
  },
  content: {
    summary: 'Download a file',
    description: 'An attachment unless it is a picture or a PDF. One Range of bytes is answered with 206.',
    tag: files.path,
    otherAnswers: { '*/*': bytes },
    answerHeaders: { ETag: { type: 'string', description: 'Of the bytes, which never change.' } },
    errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
  },
} satisfies Record<string, Documentation>;
