import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { pointerOf } from '#schemas/forms/pointer.ts';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { ApiError, invalidRequest } from '../errors/catalogue.ts';
import { missing } from '../errors/schema-messages.ts';
import { assertSigned } from '../signatures/signed-body.ts';
import { cleanFileName } from './file-name.ts';
import { headLength } from './mime-type.ts';

/** The one file of a request while it comes in. */
export interface Incoming {
  /** Cleaned. */
  name: string;
  /** How many bytes it has at least, as the request says beforehand. */
  atLeast: number;
  /** To be read once. Throws REQUEST_SCHEMA_INVALID as soon as the request turns out to be none that is taken. */
  bytes: AsyncIterable<Buffer>;
  /** What was read so far. */
  seen: { size: number; head: Buffer };
  /** A digest of name and bytes; reads what is not read yet. */
  fingerprint(): Promise<string>;
}

/** How large a file may be, and the variable that says so where it is not FILE_LIMIT, which both apps are told. */
export interface Limit {
  bytes: number;
  name?: string;
}

/** What stands around the bytes of a file in a request, at most. */
const wrapping = 65_536;

/** What the parser itself keeps to; a byte more than allowed is let through, so that it is seen at once. */
export const parserLimits = (limit: number) => ({
  limits: { fileSize: limit + 1, files: 2, fields: 2, parts: 2, fieldSize: 1_024, headerPairs: 100 },
  throwFileSizeLimit: false,
});

/**
 * Hands the one part `file` of a multipart body to `take` while it still comes in. Throws REQUEST_SCHEMA_INVALID for
 * another body, other parts, an empty file and one of more bytes than the limit, which the refusal names.
 */
export async function withIncoming<T>(
  request: FastifyRequest,
  limit: Limit,
  take: (incoming: Incoming) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw refused('', 'The body must be multipart/form-data with one part named file');
  // None where a body comes in chunks. One byte it has, or it is refused for that.
  const atLeast = Math.max(Number(request.headers['content-length'] ?? 0) - wrapping, 1);
  if (atLeast > limit.bytes) throw tooLarge(limit);
  const assertWhole = wholeBody(request);
  const parts = request.parts();
  try {
    const part = await nextOf(parts);
    if (!part) throw refused('/file', missing('File'));
    if (part.fieldname !== 'file') throw unknownPart(part);
    if (part.type !== 'file') throw refused('/file', 'Must be a file, with a name');
    return await take({ ...incomingOf(part, bytesOf({ part, parts, limit, assertWhole })), atLeast });
  } finally {
    // What is not read would keep the connection: the refusal is read only by who may send to the end.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/**
 * Says, once all parts were read, whether the body is the one that was signed. The parser reads the request past what holds
 * other bodies against their digest, so that this listens beside it, from the same moment on.
 */
function wholeBody({ raw, signedDigest }: FastifyRequest): () => Promise<void> {
  if (!signedDigest) return async () => undefined;
  raw.on('data', (chunk: Buffer) => signedDigest.update(chunk));
  const ended = once(raw, 'end');
  // Who goes away in between is heard of by who reads the parts.
  ended.catch(() => undefined);
  return async () => {
    await ended;
    assertSigned(signedDigest);
  };
}

function incomingOf(part: MultipartFile, source: AsyncGenerator<Buffer>): Omit<Incoming, 'atLeast'> {
  const name = cleanFileName(part.filename ?? '');
  const hash = createHash('sha256').update(JSON.stringify(name));
  const seen = { size: 0, head: Buffer.alloc(0) };
  const bytes = noting(source, (chunk) => {
    hash.update(chunk);
    seen.size += chunk.length;
    if (seen.head.length < headLength) {
      seen.head = Buffer.concat([seen.head, chunk.subarray(0, headLength - seen.head.length)]);
    }
  });
  const made: { fingerprint?: string } = {};
  const fingerprint = async () => {
    while (!(await bytes.next()).done);
    made.fingerprint ??= hash.digest('base64url');
    return made.fingerprint;
  };
  return { name, bytes, seen, fingerprint };
}

async function* noting(source: AsyncIterable<Buffer>, note: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    note(chunk);
    yield chunk;
  }
}

interface Source {
  part: MultipartFile;
  parts: AsyncIterator<Multipart>;
  limit: Limit;
  /** Throws where the body is not the one that was signed. */
  assertWhole: () => Promise<void>;
}

/** The bytes of a part; over only when nothing stands behind it. */
async function* bytesOf({ part, parts, limit, assertWhole }: Source): AsyncGenerator<Buffer> {
  let size = 0;
  const chunks: AsyncIterator<Buffer> = part.file[Symbol.asyncIterator]();
  try {
    for (let step = await readable(chunks.next()); !step.done; step = await readable(chunks.next())) {
      size += step.value.length;
      if (size > limit.bytes || part.file.truncated) throw tooLarge(limit);
      yield step.value;
    }
  } finally {
    part.file.destroy();
  }
  if (size === 0) throw refused('/file', 'The file is empty');
  const other = await nextOf(parts);
  if (other) throw unknownPart(other);
  await assertWhole();
}

async function nextOf(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  const step = await readable(parts.next());
  return step.done ? undefined : step.value;
}

/** What the parser throws is the sender's fault. */
async function readable<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw new ApiError('REQUEST_SCHEMA_INVALID', {
      reason: broken,
      details: { context: 'body', fields: [{ path: '', message: broken }] },
      cause: error,
    });
  }
}

const broken = 'The body is no multipart/form-data that comes to its end';

const refused = (path: string, message: string) => invalidRequest('body', [{ path, message }]);
const tooLarge = ({ bytes, name }: Limit) =>
  refused('/file', `The file may have ${sizeInWords(bytes)} at most${name ? ` (${name})` : ''}`);

function unknownPart({ fieldname }: Multipart): ApiError {
  if (fieldname === 'file') return refused('/file', 'May be given only once');
  return refused(pointerOf([fieldname ?? '']), 'Unknown field');
}
