import { hasScheme, parseSiteUrl } from '#schemas/audits/outcomes.ts';
import { InsideAddress, SpentBudget, type WayOut, withBudget } from '../outside/connect.ts';
import { codeOf, LostWay, type Visit, visit } from '../outside/visit.ts';
import { lookAround } from './look-around.ts';
import { readElsewhere } from './page/page-threads.ts';
import type { Visited } from './page/visited.ts';

/**
 * Time limit in milliseconds and size limit in decompressed bytes for the page (design 8). Checking its surroundings
 * may take as long again.
 */
export const pageLimits = { limit: 10_000, mostBytes: 5 * 1_048_576 };

/** Request budget per host and audit, including redirects, so that a page cannot make us flood another site. */
const maxRequests = 40;

/** User-Agent header. */
const agent = 'Mozilla/5.0 (compatible; OrderPortalAudit/1.0)';

/** Statuses that mean that bots are not welcome. */
const blockedStatuses = [401, 403, 407, 429, 451];

export interface Visitor {
  way: WayOut;
  limits?: typeof pageLimits;
  /** Called before each longer step. */
  step?: (done: number) => Promise<void>;
}

/**
 * Visits a web site (scraper) with at most 40 requests per host. It never throws: problems of the site are part of the
 * result.
 */
export async function visitSite(input: string, visitor: Visitor): Promise<Visited> {
  const { limits = pageLimits, step = async () => undefined } = visitor;
  const way = withBudget(visitor.way, maxRequests);
  if (input.trim() === '') return without('noSite', 'No web site was given.');
  const url = parseSiteUrl(input);
  if (!url) return without('unreachable', 'What was given is not the address of a web site.');
  await step(0);
  const found = await visitEither(url, !hasScheme(input), { way, ...limits, agent }).catch(failureOf);
  if ('outcome' in found) return found;
  const { status, headers, body, isCut } = found;
  if (blockedStatuses.includes(status))
    return without('blocked', `It lets no automatic visitors in (answer ${status}).`);
  if (status >= 400) return without('unreachable', `It answers with an error (${status}).`);
  const type = headers['content-type'] ?? '';
  if (!/html/i.test(type))
    return without('partial', `It answers with something that is no web page (${kindOf(type)}).`);
  await step(1);
  const facts = await readElsewhere(textOf(body, type));
  if (!facts) return without('partial', 'The page is built so that it can not be read.');
  const surroundings = await lookAround({ url: found.url, hrefs: facts.hrefs, way, limit: limits.limit, agent });
  await step(2);
  const { url: at, hops, certificate, milliseconds } = found;
  const page = {
    ...{ url: at.href, facts, hops, certificate, milliseconds, bytes: body.length },
    isPacked: (headers['content-encoding'] ?? 'identity') !== 'identity',
    ...surroundings,
  };
  const reason = isCut
    ? 'The page is larger or slower than we wait for: only its beginning was seen.'
    : surroundings.links.some((link) => link.status === null)
      ? 'There was no time to try all links.'
      : '';
  return { outcome: reason ? 'partial' : 'complete', reason, page };
}

const without = (outcome: Visited['outcome'], reason: string): Visited => ({ outcome, reason, page: null });

/** Without a scheme in the URL, tries https first and then http. */
async function visitEither(
  url: URL,
  hasNoScheme: boolean,
  options: Omit<Parameters<typeof visit>[0], 'url'>,
): Promise<Visit> {
  if (!hasNoScheme) return await visit({ ...options, url });
  const startedAt = performance.now();
  try {
    return await visit({ ...options, url });
  } catch (error) {
    const isFinal = error instanceof InsideAddress || error instanceof LostWay || error instanceof SpentBudget;
    if (isFinal || codeOf(error) === 'ENOTFOUND') throw error;
    const limit = Math.max(1_000, options.limit - Math.round(performance.now() - startedAt));
    const plain = Object.assign(new URL(url), { protocol: 'http:' });
    return await visit({ ...options, limit, url: plain });
  }
}

/** The result for a visit that failed. Internal addresses are not revealed. */
function failureOf(error: unknown): Visited {
  if (error instanceof InsideAddress) return without('blocked', 'Its address is not on the public internet.');
  if (error instanceof SpentBudget) return without('unreachable', 'It sends visitors on too often.');
  if (error instanceof LostWay) return without('unreachable', `${error.message}.`);
  return without('unreachable', failures[codeOf(error)] ?? wordsOf(error));
}

const failures: Record<string, string> = {
  ENOTFOUND: 'There is no web site under this name.',
  EAI_AGAIN: 'There is no web site under this name.',
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'It broke the connection off.',
  UND_ERR_SOCKET: 'It broke the connection off.',
  EHOSTUNREACH: 'Nothing answers at this address.',
  ENETUNREACH: 'Nothing answers at this address.',
  UND_ERR_CONNECT_TIMEOUT: 'It did not answer in time.',
  UND_ERR_HEADERS_TIMEOUT: 'It did not answer in time.',
};

const wordsOf = (error: unknown): string =>
  error instanceof Error && error.message.startsWith('No answer within')
    ? 'It did not answer in time.'
    : 'What it answers is not understood.';

const kindOf = (type: string): string => (type.split(';')[0] ?? '').trim().slice(0, 60) || 'of no kind that it tells';

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
