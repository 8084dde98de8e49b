import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { pointerOf } from '#schemas/forms/pointer.ts';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { ApiError, invalidRequest } from '../../platform/errors/catalogue.ts';
import { requiredMessage } from '../../platform/errors/schema-messages.ts';
import { sanitizeFileName } from '../../platform/files/file-name.ts';
import { sniffLength } from '../../platform/files/mime-type.ts';
import { assertDigestMatches } from '../../platform/signatures/signed-body.ts';

/** The uploaded file of a request, while it is being received. */
export interface IncomingFile {
  /** Sanitized. */
  name: string;
  /** Lower bound of the size, from the request's headers. */
  minSize: number;
  /** Single-use stream. Throws REQUEST_SCHEMA_INVALID as soon as the request turns out to be invalid. */
  bytes: AsyncIterable<Buffer>;
  /** Size and beginning of what was read so far. */
  progress: { size: number; head: Buffer };
  /** Returns a digest of name and bytes; reads the rest if necessary. */
  fingerprint(): Promise<string>;
}

/**
 * Maximum file size, and the name of its environment variable for the error message unless it is FILE_LIMIT, which both
 * apps know.
 */
export interface FileSizeLimit {
  bytes: number;
  name?: string;
}

/** Maximum overhead of the multipart encoding around the file's bytes. */
const multipartOverhead = 65_536;

/**
 * Limits for the multipart parser. It lets one byte more than the limit pass, so that the excess is detected
 * immediately.
 */
export const parserLimits = (limit: number) => ({
  limits: { fileSize: limit + 1, files: 2, fields: 2, parts: 2, fieldSize: 1_024, headerPairs: 100 },
  throwFileSizeLimit: false,
});

/**
 * Passes the single part `file` of a multipart body to `take` while streaming. Throws REQUEST_SCHEMA_INVALID for other
 * bodies or parts, an empty file, or one above the limit, which the error states.
 */
export async function withIncomingFile<T>(
  request: FastifyRequest,
  limit: FileSizeLimit,
  take: (incoming: IncomingFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw invalidBody('', 'The body must be multipart/form-data with one part named file');
  // Content-Length is missing for chunked bodies. An empty file is rejected later, so assume at least one byte.
  const minSize = Math.max(Number(request.headers['content-length'] ?? 0) - multipartOverhead, 1);
  if (minSize > limit.bytes) throw tooLarge(limit);
  const assertWhole = digestVerifier(request);
  const parts = request.parts();
  try {
    const part = await nextOf(parts);
    if (!part) throw invalidBody('/file', requiredMessage('File'));
    if (part.fieldname !== 'file') throw unknownPart(part);
    if (part.type !== 'file') throw invalidBody('/file', 'Must be a file, with a name');
    return await take({ ...incomingOf(part, bytesOf({ part, parts, limit, assertWhole })), minSize });
  } finally {
    // Drain the rest: clients can read the error response only after sending the whole body.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/**
 * Returns a function that verifies, after all parts were read, that the body matches the signed digest. The multipart
 * parser bypasses the digest check of other bodies, so this listens to the raw request in parallel.
 */
function digestVerifier({ raw, signedDigest }: FastifyRequest): () => Promise<void> {
  if (!signedDigest) return async () => undefined;
  raw.on('data', (chunk: Buffer) => signedDigest.update(chunk));
  const end = once(raw, 'end');
  // If the client disconnects, reading the parts fails.
  end.catch(() => undefined);
  return async () => {
    await end;
    assertDigestMatches(signedDigest);
  };
}

function incomingOf(part: MultipartFile, source: AsyncGenerator<Buffer>): Omit<IncomingFile, 'minSize'> {
  const name = sanitizeFileName(part.filename ?? '');
  const hash = createHash('sha256').update(JSON.stringify(name));
  const progress = { size: 0, head: Buffer.alloc(0) };
  const bytes = tap(source, (chunk) => {
    hash.update(chunk);
    progress.size += chunk.length;
    if (progress.head.length < sniffLength) {
      progress.head = Buffer.concat([progress.head, chunk.subarray(0, sniffLength - progress.head.length)]);
    }
  });
  const result: { fingerprint?: string } = {};
  const fingerprint = async () => {
    while (!(await bytes.next()).done);
    result.fingerprint ??= hash.digest('base64url');
    return result.fingerprint;
  };
  return { name, bytes, progress, fingerprint };
}

async function* tap(source: AsyncIterable<Buffer>, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    onChunk(chunk);
    yield chunk;
  }
}

interface Source {
  part: MultipartFile;
  parts: AsyncIterator<Multipart>;
  limit: FileSizeLimit;
  /** Throws if the body does not match the signed digest. */
  assertWhole: () => Promise<void>;
}

/** Streams the bytes of a part; ends only if no other part follows. */
async function* bytesOf({ part, parts, limit, assertWhole }: Source): AsyncGenerator<Buffer> {
  let size = 0;
  const chunks: AsyncIterator<Buffer> = part.file[Symbol.asyncIterator]();
  try {
    for (let step = await parserStep(chunks.next()); !step.done; step = await parserStep(chunks.next())) {
      size += step.value.length;
      if (size > limit.bytes || part.file.truncated) throw tooLarge(limit);
      yield step.value;
    }
  } finally {
    part.file.destroy();
  }
  if (size === 0) throw invalidBody('/file', 'The file is empty');
  const other = await nextOf(parts);
  if (other) throw unknownPart(other);
  await assertWhole();
}

async function nextOf(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  const step = await parserStep(parts.next());
  return step.done ? undefined : step.value;
}

/** Converts parser errors to REQUEST_SCHEMA_INVALID. */
async function parserStep<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw new ApiError('REQUEST_SCHEMA_INVALID', {
      reason: malformedBody,
      details: { context: 'body', fields: [{ path: '', message: malformedBody }] },
      cause: error,
    });
  }
}

const malformedBody = 'The multipart/form-data body is invalid or incomplete';

const invalidBody = (path: string, message: string) => invalidRequest('body', [{ path, message }]);
const tooLarge = ({ bytes, name }: FileSizeLimit) =>
  invalidBody('/file', `The file must not exceed ${sizeInWords(bytes)}${name ? ` (${name})` : ''}`);

function unknownPart({ fieldname }: Multipart): ApiError {
  if (fieldname === 'file') return invalidBody('/file', 'Must be given only once');
  return invalidBody(pointerOf([fieldname ?? '']), 'Unknown field');
}
