import { type Answer, ask } from './ask.ts';
import type { WayOut } from './connect.ts';
import { understood } from './read-body.ts';

/** So many times a visit is sent on before it gives up. */
const mostRedirects = 10;

/** Where a visit ended, and how it came there. */
export interface Visit extends Answer {
  url: URL;
  /** The addresses that it was sent on from. */
  hops: string[];
  /** Why the certificate of one of them does not hold; null where all do. */
  certificate: string | null;
}

interface Visiting {
  way: WayOut;
  url: URL;
  method?: 'GET' | 'HEAD';
  /** Milliseconds for all of it, redirects included. */
  limit: number;
  mostBytes?: number;
  /** The name of who visits. */
  agent: string;
}

/** Why a visit did not come to its end. */
export class LostWay extends Error {}

/**
 * Gets a page as a browser would, redirects included: each is a connection of its own, held against the rules anew. A certificate that
 * does not hold is told, and passed over: nothing secret is sent. Throws InsideAddress, LostWay, or why there was no answer.
 */
export async function visit(visiting: Visiting): Promise<Visit> {
  const begun = performance.now();
  const hops: string[] = [];
  let { url } = visiting;
  let certificate: string | null = null;
  for (;;) {
    const left = visiting.limit - (performance.now() - begun);
    const { fault, ...answer } = await askEven({ ...visiting, url, limit: Math.max(1, Math.round(left)) });
    certificate ??= fault;
    const next = redirectOf(answer, url);
    if (!next) return { ...answer, url, hops, certificate };
    hops.push(url.href);
    if (hops.length > mostRedirects) throw new LostWay(`It sends visitors on more than ${mostRedirects} times`);
    if (next.protocol !== 'http:' && next.protocol !== 'https:')
      throw new LostWay(`It sends visitors to an address that is no web page (${next.protocol})`);
    url = next;
  }
}

/** Asks once more without looking at the certificate where that was all that stood between. */
async function askEven({ way, url, method = 'GET', limit, mostBytes = 0, agent }: Visiting) {
  const headers = { 'user-agent': agent, accept: 'text/html,*/*;q=0.5', 'accept-encoding': understood };
  const asking = { way, url, method, limit, mostBytes, headers };
  try {
    return { ...(await ask(asking)), fault: null };
  } catch (error) {
    const fault = certificateFault(error);
    if (!fault) throw error;
    return { ...(await ask({ ...asking, trusts: true })), fault };
  }
}

/** What is wrong with a certificate, in words. */
const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'was made by the site itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'was made by nobody that browsers know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'was made by nobody that browsers know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is not complete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another address',
};

function certificateFault(error: unknown): string | undefined {
  return certificateFaults[codeOf(error)];
}

/** The code of a failed connection, such as ENOTFOUND; an empty text where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const redirects = [301, 302, 303, 307, 308];

function redirectOf({ status, headers }: Answer, from: URL): URL | undefined {
  const { location } = headers;
  if (!redirects.includes(status) || !location || !URL.canParse(location, from.href)) return undefined;
  const next = new URL(location, from);
  return Object.assign(next, { username: '', password: '' });
}
