import { Client, type Dispatcher } from 'undici';
import { connector, type WayOut } from './connect.ts';
import { readBody } from './read-body.ts';

/** One request to an address elsewhere. */
export interface Asking {
  way: WayOut;
  url: URL;
  method: 'GET' | 'HEAD' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Milliseconds for all of it. */
  limit: number;
  /** So many bytes of the answer are read, unpacked; none when nothing is said. */
  mostBytes?: number;
  /** Whether a certificate that does not hold is passed over. */
  trusts?: boolean;
}

/** What came back. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether the body is not all of it: it was too long, took too long, or broke off. */
  isCut: boolean;
  /** Until the head was there, milliseconds. */
  milliseconds: number;
}

/**
 * Asks an address elsewhere, on a connection of its own: one that is kept would be to whom the name meant before. No redirect is
 * followed. Throws why there was no answer: InsideAddress for one that may not be connected to, SpentBudget for one that has had its share.
 */
export async function ask(asking: Asking): Promise<Answer> {
  const { way, url, method, headers: sent, body = null, limit, mostBytes = 0, trusts = false } = asking;
  way.spend?.(url.hostname.replace(/^\[|\]$/g, ''));
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`No answer within ${limit / 1_000} seconds`)), limit);
  const client = new Client(url.origin, {
    connect: connector(way, { timeout: limit, trusts }),
    headersTimeout: limit,
    bodyTimeout: limit,
  });
  try {
    const begun = performance.now();
    const path = `${url.pathname}${url.search}`;
    const answer = await client.request({ method, path, headers: sent, body, signal: late.signal });
    const milliseconds = Math.round(performance.now() - begun);
    const headers = headersOf(answer.headers);
    const read = await readBody(answer.body, { encoding: headers['content-encoding'] ?? '', mostBytes });
    return { status: answer.statusCode, headers, ...read, milliseconds };
  } finally {
    clearTimeout(timer);
    // Ends what is still coming, too.
    await client.destroy();
  }
}

const headersOf = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
