import { hasScheme, parseSiteUrl } from '#schemas/audits/outcomes.ts';
import { fetchPage, networkErrorCode, type PageResponse, RedirectError } from '../../platform/outside/fetch-page.ts';
import {
  ForbiddenAddressError,
  type OutboundPolicy,
  RequestBudgetError,
  withBudget,
} from '../../platform/outside/guarded-connector.ts';
import { parsePageInThread } from './page/page-threads.ts';
import type { SiteVisit } from './page/site-visit.ts';
import { checkSurroundings } from './surroundings.ts';

/**
 * Time limit in milliseconds and size limit in decompressed bytes for the page (design 8). Checking its surroundings
 * may take as long again.
 */
const pageLimits = { limit: 10_000, maxBytes: 5 * 1_048_576 };

/** Request budget per host and audit, including redirects, so that a page cannot make us flood another site. */
const maxRequests = 40;

/** User-Agent header. */
const agent = 'Mozilla/5.0 (compatible; OrderPortalAudit/1.0)';

/** Statuses that mean that bots are not welcome. */
const blockedStatuses = [401, 403, 407, 429, 451];

export interface VisitSiteOptions {
  policy: OutboundPolicy;
  limits?: typeof pageLimits;
  /** Called before each longer step. */
  step?: (done: number) => Promise<void>;
}

/**
 * Visits a web site (scraper) with at most 40 requests per host. It never throws: problems of the site are part of the
 * result.
 */
export async function visitSite(input: string, visitor: VisitSiteOptions): Promise<SiteVisit> {
  const { limits = pageLimits, step = async () => undefined } = visitor;
  const policy = withBudget(visitor.policy, maxRequests);
  if (input.trim() === '') return without('noSite', 'No website was given.');
  const url = parseSiteUrl(input);
  if (!url) return without('unreachable', 'The given address is not a website URL.');
  await step(0);
  const found = await visitEither(url, !hasScheme(input), { policy, ...limits, agent }).catch(failureOf);
  if ('outcome' in found) return found;
  const { status, headers, body, isTruncated } = found;
  if (blockedStatuses.includes(status)) return without('blocked', `It blocks automated visitors (status ${status}).`);
  if (status >= 400) return without('unreachable', `It responds with an error (${status}).`);
  const type = headers['content-type'] ?? '';
  if (!/html/i.test(type)) return without('partial', `The response is not a web page (${kindOf(type)}).`);
  await step(1);
  const facts = await parsePageInThread(textOf(body, type));
  if (!facts) return without('partial', 'The page cannot be parsed.');
  const surroundings = await checkSurroundings({
    url: found.url,
    hrefs: facts.linkTargets,
    policy,
    limit: limits.limit,
    agent,
  });
  await step(2);
  const { url: at, hops, certificate, milliseconds } = found;
  const page = {
    ...{ url: at.href, facts, hops, certificate, milliseconds, bytes: body.length },
    isPacked: (headers['content-encoding'] ?? 'identity') !== 'identity',
    ...surroundings,
  };
  const reason = isTruncated
    ? 'The page is too large or too slow: only its beginning was checked.'
    : surroundings.links.some((link) => link.status === null)
      ? 'There was not enough time to check all links.'
      : '';
  return { outcome: reason ? 'partial' : 'complete', reason, page };
}

const without = (outcome: SiteVisit['outcome'], reason: string): SiteVisit => ({ outcome, reason, page: null });

/** Without a scheme in the URL, tries https first and then http. */
async function visitEither(
  url: URL,
  hasNoScheme: boolean,
  options: Omit<Parameters<typeof fetchPage>[0], 'url'>,
): Promise<PageResponse> {
  if (!hasNoScheme) return await fetchPage({ ...options, url });
  const startedAt = performance.now();
  try {
    return await fetchPage({ ...options, url });
  } catch (error) {
    const isFinal =
      error instanceof ForbiddenAddressError || error instanceof RedirectError || error instanceof RequestBudgetError;
    if (isFinal || networkErrorCode(error) === 'ENOTFOUND') throw error;
    const limit = Math.max(1_000, options.limit - Math.round(performance.now() - startedAt));
    const plain = Object.assign(new URL(url), { protocol: 'http:' });
    return await fetchPage({ ...options, limit, url: plain });
  }
}

/** The result for a visit that failed. Internal addresses are not revealed. */
function failureOf(error: unknown): SiteVisit {
  if (error instanceof ForbiddenAddressError) return without('blocked', 'Its address is not on the public internet.');
  if (error instanceof RequestBudgetError) return without('unreachable', 'It redirects too many times.');
  if (error instanceof RedirectError) return without('unreachable', `${error.message}.`);
  return without('unreachable', failures[networkErrorCode(error)] ?? wordsOf(error));
}

const failures: Record<string, string> = {
  ENOTFOUND: 'There is no website with this name.',
  EAI_AGAIN: 'There is no website with this name.',
  ECONNREFUSED: 'There is no response at this address.',
  ECONNRESET: 'It closed the connection.',
  UND_ERR_SOCKET: 'It closed the connection.',
  EHOSTUNREACH: 'There is no response at this address.',
  ENETUNREACH: 'There is no response at this address.',
  UND_ERR_CONNECT_TIMEOUT: 'It did not respond in time.',
  UND_ERR_HEADERS_TIMEOUT: 'It did not respond in time.',
};

const wordsOf = (error: unknown): string =>
  error instanceof Error && error.message.startsWith('No response within')
    ? 'It did not respond in time.'
    : 'Its response is invalid.';

const kindOf = (type: string): string => (type.split(';')[0] ?? '').trim().slice(0, 60) || 'of unknown type';

/** Decodes the page with its declared character set, by default UTF-8. */
function textOf(body: Buffer, type: string): string {
  const charset =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(body.toString('latin1', 0, 2_048))?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body);
  } catch {
    // Unknown character set.
    return new TextDecoder().decode(body);
  }
}
