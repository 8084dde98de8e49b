import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Client, type Dispatcher } from 'undici';
import { guardedConnector, type OutboundPolicy } from './guarded-connector.ts';

/** One outgoing HTTP request. */
export interface OutgoingRequest {
  policy: OutboundPolicy;
  url: URL;
  method: 'GET' | 'HEAD' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Timeout in milliseconds for the whole request. */
  limit: number;
  /** Maximum number of response bytes to read after decompression; 0 by default. */
  maxBytes?: number;
  /** Whether to ignore certificate errors. */
  ignoresCertificate?: boolean;
}

/** The HTTP response. */
export interface OutgoingResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether the body is truncated: too large, too slow, or interrupted. */
  isTruncated: boolean;
  /** Time to the response headers in milliseconds. */
  milliseconds: number;
}

/**
 * HTTP client for requests to other hosts, with SSRF protection (see `connect.ts`). It opens a new connection each
 * time, because a kept-alive one would go to the host that the name resolved to earlier. It follows no redirects.
 * Rejects with the reason when there is no response: ForbiddenAddressError for a forbidden address, RequestBudgetError for an
 * exhausted request budget.
 */
export async function sendRequest(options: OutgoingRequest): Promise<OutgoingResponse> {
  const {
    policy,
    url,
    method,
    headers: requestHeaders,
    body = null,
    limit,
    maxBytes = 0,
    ignoresCertificate = false,
  } = options;
  policy.spend?.(url.hostname.replace(/^\[|\]$/g, ''));
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error(`No response within ${limit / 1_000} seconds`)), limit);
  const client = new Client(url.origin, {
    connect: guardedConnector(policy, { timeout: limit, trusts: ignoresCertificate }),
    headersTimeout: limit,
    bodyTimeout: limit,
  });
  try {
    const startedAt = performance.now();
    const path = `${url.pathname}${url.search}`;
    const answer = await client.request({ method, path, headers: requestHeaders, body, signal: timeout.signal });
    const milliseconds = Math.round(performance.now() - startedAt);
    const headers = headersOf(answer.headers);
    const read = await readBody(answer.body, { encoding: headers['content-encoding'] ?? '', maxBytes });
    return { status: answer.statusCode, headers, ...read, milliseconds };
  } finally {
    clearTimeout(timer);
    // Also aborts a body that is still being received.
    await client.destroy();
  }
}

const headersOf = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

interface ReadOptions {
  /** The value of Content-Encoding. */
  encoding: string;
  maxBytes: number;
}

const decompressors: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The value of Accept-Encoding. */
export const acceptedEncodings = 'gzip, deflate, br';

/** Thrown to end the pipeline when the limit is reached. */
const limitReached = new Error('The size limit was reached');

/**
 * Reads and decompresses a body up to a limit of decompressed bytes, which protects against decompression bombs. An
 * interrupted or corrupt body returns what was read so far, with `isTruncated`.
 */
async function readBody(
  body: Readable,
  { encoding, maxBytes }: ReadOptions,
): Promise<{ body: Buffer; isTruncated: boolean }> {
  if (maxBytes === 0) {
    body.on('error', () => undefined).destroy();
    return { body: Buffer.alloc(0), isTruncated: true };
  }
  const decompress = decompressors[encoding.trim().toLowerCase()] ?? (() => new PassThrough());
  const chunks: Buffer[] = [];
  let length = 0;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, maxBytes - length));
      length += chunk.length;
      if (length > maxBytes) throw limitReached;
    }
  };
  const isWhole = await pipeline(body, decompress(), collect).then(
    () => true,
    () => false,
  );
  return { body: Buffer.concat(chunks), isTruncated: !isWhole };
}
