import { SpentBudget, type WayOut } from '../outside/connect.ts';
import { visit } from '../outside/visit.ts';
import type { LinkSeen, Page, Robots } from './page/visited.ts';

/** So many links of a page are tried, so many at once. */
const mostLinks = 15;
const atOnce = 5;

/** A robots.txt is not read further than search engines do. */
const mostRobots = 500 * 1_024;

interface Around {
  url: URL;
  /** Where the links of the page lead, as they are written. */
  hrefs: string[];
  way: WayOut;
  /** Milliseconds for all of it. */
  limit: number;
  agent: string;
}

/** Looks at what is around a page: whether it answers safely, robots.txt and sitemap, and where its links lead. */
export async function lookAround(around: Around): Promise<Pick<Page, 'httpsAnswers' | 'robots' | 'links'>> {
  const until = performance.now() + around.limit;
  const get = async (url: URL, method: 'GET' | 'HEAD', mostBytes = 0) => {
    const limit = Math.round(until - performance.now());
    if (limit < 1) return null;
    return await visit({ way: around.way, url, method, limit, mostBytes, agent: around.agent }).catch(
      (error: unknown) => (error instanceof SpentBudget ? null : undefined),
    );
  };
  const [httpsAnswers, robots, links] = await Promise.all([
    answersSafely(around.url, get),
    robotsOf(around.url, get),
    linksOf(around, get),
  ]);
  return { httpsAnswers, robots, links };
}

/** Null for want of time or of requests that may be sent, undefined for no answer. */
type Get = (
  url: URL,
  method: 'GET' | 'HEAD',
  mostBytes?: number,
) => Promise<Awaited<ReturnType<typeof visit>> | null | undefined>;

async function answersSafely(url: URL, get: Get): Promise<boolean | null> {
  if (url.protocol === 'https:') return true;
  const answer = await get(Object.assign(new URL(url), { protocol: 'https:' }), 'HEAD');
  return answer === null
    ? null
    : answer !== undefined && answer.certificate === null && answer.url.protocol === 'https:';
}

async function robotsOf(url: URL, get: Get): Promise<Robots | null> {
  const answer = await get(new URL('/robots.txt', url), 'GET', mostRobots);
  if (answer === null) return null;
  const isThere = answer?.status === 200 && !/html/i.test(answer.headers['content-type'] ?? '');
  const text = isThere ? answer.body.toString('utf8') : '';
  const named = /^\s*sitemap\s*:\s*(\S+)/im.test(text);
  const sitemap = named ? undefined : await get(new URL('/sitemap.xml', url), 'HEAD');
  return { isThere, forbidsAll: forbidsAll(text), hasSitemap: named || sitemap?.status === 200 };
}

/** Whether a robots.txt keeps everybody from everything. */
export function forbidsAll(text: string): boolean {
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

async function linksOf({ url, hrefs }: Around, get: Get): Promise<LinkSeen[]> {
  const waiting = linksIn(hrefs, url).slice(0, mostLinks);
  const seen: LinkSeen[] = [];
  const next = async (): Promise<void> => {
    const link = waiting.shift();
    if (!link) return;
    seen.push({ url: link.href, status: await statusOf(link, get) });
    await next();
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return seen;
}

async function statusOf(link: URL, get: Get): Promise<number | null> {
  const head = await get(link, 'HEAD');
  if (head === null) return null;
  if (head && head.status < 400) return head.status;
  // Some answer HEAD with an error, and the page all the same.
  const page = await get(link, 'GET');
  return page === null ? null : (page?.status ?? 0);
}

/** The pages that a page links to, each once, itself left out. */
export function linksIn(hrefs: string[], base: URL): URL[] {
  const found = new Map<string, URL>();
  for (const href of hrefs) {
    if (!URL.canParse(href, base.href)) continue;
    const link = Object.assign(new URL(href, base), { hash: '', username: '', password: '' });
    const isPage = link.protocol === 'http:' || link.protocol === 'https:';
    if (isPage && link.href !== base.href) found.set(link.href, link);
  }
  return [...found.values()];
}
