import type { OutboundPolicy } from './guarded-connector.ts';
import { acceptedEncodings, type OutgoingResponse, sendRequest } from './send-request.ts';

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
