import { hasScheme, siteAddress } from '#schemas/audits/outcomes.ts';
import { InsideAddress, SpentBudget, type WayOut, withBudget } from '../outside/connect.ts';
import { codeOf, LostWay, type Visit, visit } from '../outside/visit.ts';
import { lookAround } from './look-around.ts';
import { readElsewhere } from './page/page-threads.ts';
import type { Visited } from './page/visited.ts';

/** Milliseconds and bytes for the page itself, unpacked (design 8); what is looked at beside it has as long again. */
export const pageLimits = { limit: 10_000, mostBytes: 5 * 1_048_576 };

/** One host gets no more requests in one audit, redirects included: a page could have us flood somebody else. */
const mostRequests = 40;

/** By what name sites see us. */
const agent = 'Mozilla/5.0 (compatible; OrderPortalAudit/1.0)';

/** What a site answers that wants no visitors like us. */
const keepsOut = [401, 403, 407, 429, 451];

export interface Visitor {
  way: WayOut;
  limits?: typeof pageLimits;
  /** Told before each step that takes a while. */
  step?: (done: number) => Promise<void>;
}

/** Visits a web site as far as it lets: whatever is wrong with it is part of the answer, and nothing is thrown. One host gets 40 requests at most. */
export async function visitSite(written: string, visitor: Visitor): Promise<Visited> {
  const { limits = pageLimits, step = async () => undefined } = visitor;
  const way = withBudget(visitor.way, mostRequests);
  if (written.trim() === '') return without('noSite', 'No web site was given.');
  const url = siteAddress(written);
  if (!url) return without('unreachable', 'What was given is not the address of a web site.');
  await step(0);
  const found = await visitEither(url, !hasScheme(written), { way, ...limits, agent }).catch(failureOf);
  if ('outcome' in found) return found;
  const { status, headers, body, isCut } = found;
  if (keepsOut.includes(status)) return without('blocked', `It lets no automatic visitors in (answer ${status}).`);
  if (status >= 400) return without('unreachable', `It answers with an error (${status}).`);
  const type = headers['content-type'] ?? '';
  if (!/html/i.test(type))
    return without('partial', `It answers with something that is no web page (${kindOf(type)}).`);
  await step(1);
  const facts = await readElsewhere(textOf(body, type));
  if (!facts) return without('partial', 'The page is built so that it can not be read.');
  const around = await lookAround({ url: found.url, hrefs: facts.hrefs, way, limit: limits.limit, agent });
  await step(2);
  const { url: at, hops, certificate, milliseconds } = found;
  const page = {
    ...{ url: at.href, facts, hops, certificate, milliseconds, bytes: body.length },
    isPacked: (headers['content-encoding'] ?? 'identity') !== 'identity',
    ...around,
  };
  const reason = isCut
    ? 'The page is larger or slower than we wait for: only its beginning was seen.'
    : around.links.some((link) => link.status === null)
      ? 'There was no time to try all links.'
      : '';
  return { outcome: reason ? 'partial' : 'complete', reason, page };
}

const without = (outcome: Visited['outcome'], reason: string): Visited => ({ outcome, reason, page: null });

/** Visits by https first where nobody has said how, and else by http. */
async function visitEither(
  url: URL,
  isUnsaid: boolean,
  visiting: Omit<Parameters<typeof visit>[0], 'url'>,
): Promise<Visit> {
  if (!isUnsaid) return await visit({ ...visiting, url });
  const begun = performance.now();
  try {
    return await visit({ ...visiting, url });
  } catch (error) {
    const isFinal = error instanceof InsideAddress || error instanceof LostWay || error instanceof SpentBudget;
    if (isFinal || codeOf(error) === 'ENOTFOUND') throw error;
    const limit = Math.max(1_000, visiting.limit - Math.round(performance.now() - begun));
    const plain = Object.assign(new URL(url), { protocol: 'http:' });
    return await visit({ ...visiting, limit, url: plain });
  }
}

/** What is said of a visit that came to nothing. No inside address is told. */
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

/** The page as text, by the character set that it tells, else as UTF-8. */
function textOf(body: Buffer, type: string): string {
  const told =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(body.toString('latin1', 0, 2_048))?.[1];
  try {
    return new TextDecoder(told ?? 'utf-8').decode(body);
  } catch {
    // Nobody knows the character set that it names.
    return new TextDecoder().decode(body);
  }
}
