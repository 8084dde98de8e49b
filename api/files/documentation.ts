import { documentationOf, idempotencyKey } from '../resource/routes/documentation.ts';
import { type Documentation, schemaNamed } from '../resource/schemas/documentation.ts';
import { resource } from '../store/model.ts';

const files = resource('File');
const bytes = { type: 'string', format: 'binary' };

/** What the OpenAPI document says of the calls on files. */
export const documented = {
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
    answer: schemaNamed(files.name),
    answerHeaders: documentationOf(files, 'read').answerHeaders,
    errors: ['MISSING_ABILITY', 'RESOURCE_CONFLICT', 'RATE_LIMITED', 'INTEGRATION_ERROR'],
  },
  read: {
    ...documentationOf(files, 'read'),
    query: {},
    description: 'One is read by who uploaded it and by who may read a record that holds it.',
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
