import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
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
interface OutgoingResponse {
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
 * time, because a reused one would go to the host that the name resolved to earlier. It follows no redirects.
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
  // Loaded with the first request: at start it would add half a megabyte of code to every process.
  const { Client } = await import('undici');
  const connect = await guardedConnector(policy, { timeout: limit, trusts: ignoresCertificate });
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error(`No response within ${limit / 1_000} seconds`)), limit);
  const client = new Client(url.origin, {
    connect,
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
const acceptedEncodings = 'gzip, deflate, br';

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

/** Maximum number of redirects. */
const maxRedirects = 10;

/** The final response of a page visit and the way there. */
export interface PageResponse extends OutgoingResponse {
  url: URL;
  /** The URLs that redirected. */
  hops: string[];
  /** Why the certificate of one of the hosts is invalid; null when all are valid. */
  certificate: string | null;
}

interface VisitOptions {
  policy: OutboundPolicy;
  url: URL;
  method?: 'GET' | 'HEAD';
  /** Timeout in milliseconds for everything, including redirects. */
  limit: number;
  maxBytes?: number;
  /** User-Agent header. */
  agent: string;
}

/** Thrown when a redirect cannot be followed. */
export class RedirectError extends Error {}

/**
 * Loads a page like a browser, following redirects. Each hop is a new connection that is checked again (SSRF
 * protection). An invalid certificate is reported and otherwise ignored, because no secrets are sent. Throws
 * ForbiddenAddressError, RedirectError, or the reason why there was no response.
 */
export async function fetchPage(options: VisitOptions): Promise<PageResponse> {
  const startedAt = performance.now();
  const hops: string[] = [];
  let { url } = options;
  let certificate: string | null = null;
  for (;;) {
    const remaining = options.limit - (performance.now() - startedAt);
    const { fault, ...answer } = await requestIgnoringCertificate({
      ...options,
      url,
      limit: Math.max(1, Math.round(remaining)),
    });
    certificate ??= fault;
    const next = redirectOf(answer, url);
    if (!next) return { ...answer, url, hops, certificate };
    hops.push(url.href);
    if (hops.length > maxRedirects) throw new RedirectError(`It redirects more than ${maxRedirects} times`);
    if (next.protocol !== 'http:' && next.protocol !== 'https:')
      throw new RedirectError(`It redirects to a URL that is not a web page (${next.protocol})`);
    url = next;
  }
}

/** Retries without certificate validation when only the certificate was invalid. */
async function requestIgnoringCertificate({ policy, url, method = 'GET', limit, maxBytes = 0, agent }: VisitOptions) {
  const headers = { 'user-agent': agent, accept: 'text/html,*/*;q=0.5', 'accept-encoding': acceptedEncodings };
  const request = { policy, url, method, limit, maxBytes, headers };
  try {
    return { ...(await sendRequest(request)), fault: null };
  } catch (error) {
    const fault = certificateFault(error);
    if (!fault) throw error;
    return { ...(await sendRequest({ ...request, ignoresCertificate: true })), fault };
  }
}

/** Certificate errors in words. */
const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'is from an unknown issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is from an unknown issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
};

function certificateFault(error: unknown): string | undefined {
  return certificateFaults[networkErrorCode(error)];
}

/** The error code of a failed connection, such as ENOTFOUND, or an empty string. */
export const networkErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const redirects = [301, 302, 303, 307, 308];

function redirectOf({ status, headers }: OutgoingResponse, from: URL): URL | undefined {
  const { location } = headers;
  if (!redirects.includes(status) || !location || !URL.canParse(location, from.href)) return undefined;
  const next = new URL(location, from);
  return Object.assign(next, { username: '', password: '' });
}
