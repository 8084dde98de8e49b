import { fetchPage } from '../../platform/outside/fetch-page.ts';
import { type OutboundPolicy, RequestBudgetError } from '../../platform/outside/guarded-connector.ts';
import type { CheckedLink, RobotsTxt, VisitedPage } from './page/site-visit.ts';

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
export async function checkSurroundings(
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
