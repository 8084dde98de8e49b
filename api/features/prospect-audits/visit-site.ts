import { hasScheme, parseSiteUrl } from '#schemas/audits/outcomes.ts';
import { decode } from '../../engine/imports/encoding.ts';
import {
  ForbiddenAddressError,
  type OutboundPolicy,
  RequestBudgetError,
  withBudget,
} from '../../platform/outside/guarded-connector.ts';
import { fetchPage, networkErrorCode, type PageResponse, RedirectError } from '../../platform/outside/send-request.ts';
import { parsePageInThread } from './page/page-threads.ts';
import type { CheckedLink, RobotsTxt, SiteVisit, VisitedPage } from './page/site-visit.ts';

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
    return decode(body, charset ?? 'utf-8');
  } catch {
    // Unknown character set.
    return decode(body, 'utf-8');
  }
}

/** Limit and concurrency of link checks. */
const maxLinks = 15;
const concurrency = 5;

/** Size limit of robots.txt, the same as search engines use. */
const maxRobotsBytes = 500 * 1_024;

interface SiteContext {
  url: URL;
  /** The href attributes of the page's links. */
  hrefs: string[];
  policy: OutboundPolicy;
  /** Timeout in milliseconds for everything. */
  limit: number;
  agent: string;
}

/** Checks the surroundings of a page: https, robots.txt, sitemap, and its links. */
async function checkSurroundings(
  context: SiteContext,
): Promise<Pick<VisitedPage, 'httpsAnswers' | 'robots' | 'links'>> {
  const deadline = performance.now() + context.limit;
  const get = async (url: URL, method: 'GET' | 'HEAD', maxBytes = 0) => {
    const limit = Math.round(deadline - performance.now());
    if (limit < 1) return null;
    return await fetchPage({ policy: context.policy, url, method, limit, maxBytes, agent: context.agent }).catch(
      (error: unknown) => (error instanceof RequestBudgetError ? null : undefined),
    );
  };
  const [httpsAnswers, robots, links] = await Promise.all([
    answersSafely(context.url, get),
    robotsOf(context.url, get),
    linksOf(context, get),
  ]);
  return { httpsAnswers, robots, links };
}

/** Returns null when the time or the request budget is used up, undefined for no response. */
type Get = (
  url: URL,
  method: 'GET' | 'HEAD',
  maxBytes?: number,
) => Promise<Awaited<ReturnType<typeof fetchPage>> | null | undefined>;

async function answersSafely(url: URL, get: Get): Promise<boolean | null> {
  if (url.protocol === 'https:') return true;
  const answer = await get(Object.assign(new URL(url), { protocol: 'https:' }), 'HEAD');
  return answer === null
    ? null
    : answer !== undefined && answer.certificate === null && answer.url.protocol === 'https:';
}

async function robotsOf(url: URL, get: Get): Promise<RobotsTxt | null> {
  const answer = await get(new URL('/robots.txt', url), 'GET', maxRobotsBytes);
  if (answer === null) return null;
  const isThere = answer?.status === 200 && !/html/i.test(answer.headers['content-type'] ?? '');
  const text = isThere ? answer.body.toString('utf8') : '';
  const listsSitemap = /^\s*sitemap\s*:\s*(\S+)/im.test(text);
  const sitemap = listsSitemap ? undefined : await get(new URL('/sitemap.xml', url), 'HEAD');
  return { isThere, forbidsAll: disallowsAll(text), hasSitemap: listsSitemap || sitemap?.status === 200 };
}

/** Whether a robots.txt disallows the whole site for all user agents. */
export function disallowsAll(text: string): boolean {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  let agents: string[] = [];
  let isRule = false;
  const rules: string[] = [];
  for (const line of lines) {
    const [, field = '', value = ''] = /^([A-Za-z-]+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (field.toLowerCase() === 'user-agent') {
      agents = isRule ? [value] : [...agents, value];
      isRule = false;
    } else if (/^(dis)?allow$/i.test(field)) {
      isRule = true;
      if (agents.includes('*')) rules.push(`${field.toLowerCase()} ${value}`);
    }
  }
  return rules.includes('disallow /') && !rules.some((rule) => rule.startsWith('allow /'));
}

async function linksOf({ url, hrefs }: SiteContext, get: Get): Promise<CheckedLink[]> {
  const waiting = resolveLinks(hrefs, url).slice(0, maxLinks);
  const checked: CheckedLink[] = [];
  const next = async (): Promise<void> => {
    const link = waiting.shift();
    if (!link) return;
    checked.push({ url: link.href, status: await statusOf(link, get) });
    await next();
  };
  await Promise.all(Array.from({ length: concurrency }, next));
  return checked;
}

async function statusOf(link: URL, get: Get): Promise<number | null> {
  const head = await get(link, 'HEAD');
  if (head === null) return null;
  if (head && head.status < 400) return head.status;
  // Some servers reject HEAD but serve the page.
  const page = await get(link, 'GET');
  return page === null ? null : (page?.status ?? 0);
}

/** The absolute URLs of the linked pages, without duplicates and without the page itself. */
export function resolveLinks(hrefs: string[], base: URL): URL[] {
  const found = new Map<string, URL>();
  for (const href of hrefs) {
    if (!URL.canParse(href, base.href)) continue;
    const link = Object.assign(new URL(href, base), { hash: '', username: '', password: '' });
    const isPage = link.protocol === 'http:' || link.protocol === 'https:';
    if (isPage && link.href !== base.href) found.set(link.href, link);
  }
  return [...found.values()];
}
