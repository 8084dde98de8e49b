import { type LookupAddress, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

interface Posting {
  address: string;
  headers: Record<string, string>;
  body: string;
  /** Says whether an address may be connected to. */
  mayConnect: (address: string) => boolean;
  /** Milliseconds for all of it. */
  limit: number;
}

/** The names of a host, as the system has them; a test puts another in its place. */
export type Resolve = (host: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const system: Resolve = (host, answer) => lookup(host, { all: true }, answer);

/**
 * Sends a body to an address and answers the status, and nothing else of what comes back: no redirect is followed, no body
 * read. Throws why there was no answer. A name is looked up once, by who connects: what is held against the rules is
 * what is connected to, whatever the name means a moment later.
 */
export async function post({ address, headers, body, mayConnect, limit }: Posting, resolve = system): Promise<number> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Whoever is given an address asks no name server.
  if (isIP(host) !== 0 && !mayConnect(host)) throw new Error(refusal(host));
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return await new Promise<number>((done, fail) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      lookup: guarded(mayConnect, resolve),
      // A connection of its own: one that is kept would be to whom the name meant before.
      agent: false,
    });
    const late = setTimeout(() => sent.destroy(new Error(`No answer within ${limit / 1_000} seconds`)), limit);
    sent.on('close', () => clearTimeout(late));
    sent.on('error', fail);
    sent.on('response', (response) => {
      done(response.statusCode ?? 0);
      response.destroy();
    });
    sent.end(body);
  });
}

const refusal = (address: string) => `${address} is inside of our own network: WEBHOOK_ALLOW does not name it`;

function guarded(mayConnect: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (host, { all }, answer) =>
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? [];
      const bad = addresses?.find(({ address }) => !mayConnect(address));
      if (error || !first) answer(error ?? new Error(`${host} has no address`), '', 0);
      else if (bad) answer(new Error(refusal(bad.address)), '', 0);
      else if (all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
}
