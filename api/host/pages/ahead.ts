import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A call that a page makes as soon as it is there; what stands between stars is filled in (portal/frame/ahead.ts). */
interface Call {
  address: string;
  isOpen?: true;
  may?: ['read' | 'moderate', string];
}

/** What the portal's build says of its pages (portal/vite.ahead.ts). */
interface Ahead {
  always: Call[];
  /** The first that an address fits is its own. */
  routes: { path: string; head: string; calls: Call[] }[];
}

interface Answer {
  address: string;
  body: string;
}

type Known = Record<string, string | undefined>;

/** An answer that is not there after so many milliseconds, or is larger, does not hold up the page: that asks for it itself. */
const patience = 1_000;
const largest = 262_144;

/** What says who asks, and from where: an answer is the very one that the browser would get. */
const passedOn = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const;

interface Page {
  /** Goes out at once: the browser fetches the code that is named there. */
  begin: string;
  /** The answers, meanwhile. */
  end: Promise<string>;
}

/**
 * The portal's page for a request: for who is signed in with the names of its code, and with the answers to what it is going
 * to ask, so that they need no way of their own. Each is answered by the API's own route, under the rights of who asks.
 * Read each time: a build may have come since.
 */
export async function portalPage(app: FastifyInstance, folder: string, request: FastifyRequest): Promise<Page> {
  const read = (file: string) => readFile(join(folder, 'portal', file), 'utf8');
  const [html, table] = await Promise.all([read('index.html'), read('ahead.json')]);
  const { always, routes }: Ahead = JSON.parse(table);
  const [path = '', query] = request.url.split('?');
  const found = request.viewer ? routeOf(path, routes) : undefined;
  const calls = [...always, ...(query === undefined ? (found?.route.calls ?? []) : [])];
  const answers = answersTo(calls, { app, request, known: found?.known ?? {} });
  const [begin = '', end] = html.replace('</head>', () => `${found?.route.head ?? ''}</head>`).split('</body>');
  return { begin, end: answers.then((all) => `${all.map(block).join('')}${end === undefined ? '' : `</body>${end}`}`) };
}

/** The route of an address, and what the address says. */
export function routeOf<Route extends { path: string }>(
  path: string,
  routes: readonly Route[],
): { route: Route; known: Known } | undefined {
  for (const route of routes) {
    const named = route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${named}/?$`).exec(path);
    if (match) return { route, known: { ...match.groups } };
  }
  return undefined;
}

interface Asking {
  app: FastifyInstance;
  request: FastifyRequest;
  known: Known;
}

async function answersTo(calls: Call[], { app, request, known }: Asking): Promise<Answer[]> {
  const { viewer } = request;
  // What no rule allows is not asked for.
  const mine = calls.filter(({ isOpen, may }) => isOpen || (viewer && (!may || viewer.ability.can(...may))));
  const person = { userId: viewer?.user.id, guildId: viewer?.user.guild ?? undefined };
  const isDone = new AbortController();
  const late = setTimeout(patience, undefined, { signal: isDone.signal, ref: false }).catch(() => undefined);
  const ask = (address: string) => Promise.race([late, answerOf(address, { app, request }).catch(() => undefined)]);
  const channels = mine.some(({ address }) => address === channelList) ? ask(channelList) : undefined;
  const answers = mine.map(async ({ address }) => {
    if (address === channelList) return await channels;
    const needsChannel = address.includes('*channelId*');
    const channelId = needsChannel && known.slug ? channelIdIn(await channels, known.slug) : undefined;
    const filled = filledIn(address, { ...known, ...person, channelId });
    return filled && (await ask(filled));
  });
  const there = (await Promise.all(answers)).filter((answer) => !!answer);
  isDone.abort();
  return there;
}

const channelList = '/api/channels/list';

function channelIdIn(answer: Answer | undefined, slug: string): string | undefined {
  const channels: { id: string; slug?: string }[] = JSON.parse(answer?.body ?? '[]');
  return channels.find((each) => each.slug === slug || each.id === slug)?.id;
}

/** Nothing where something is not known. */
function filledIn(address: string, known: Known): string | undefined {
  const names = [...address.matchAll(/\*(\w+)\*/g)].map(([, name = '']) => name);
  return names.every((name) => known[name])
    ? address.replace(/\*(\w+)\*/g, (_all, name) => known[name] ?? '')
    : undefined;
}

async function answerOf(
  address: string,
  { app, request }: Pick<Asking, 'app' | 'request'>,
): Promise<Answer | undefined> {
  const headers = Object.fromEntries(
    passedOn.map((name) => [name, request.headers[name] ?? '']).filter(([, value]) => value),
  );
  const remoteAddress = request.socket.remoteAddress ?? '';
  const { statusCode, payload } = await app.inject({ url: address, headers, remoteAddress });
  return statusCode === 200 && payload.length <= largest ? { address, body: payload } : undefined;
}

/** No markup ends it: a `<` in JSON is always within a text, where it may be written so. */
const block = ({ address, body }: Answer): string =>
  `<script type="application/json" data-answer="${escaped(address)}">${body.replaceAll('<', '\\u003c')}</script>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
