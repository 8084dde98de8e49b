import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config/config.ts';
import { securityHeaders } from './security-headers.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

interface Pages {
  config: Config;
  /** Contains both UIs, as `files.ts` serves them. */
  folder: string;
}

/**
 * Serves the HTML pages of both UIs, whose client-side routers take over. Signed-out users get the portal with its
 * sign-in page for /admin too (design 5). A page requested under another loopback name is redirected to PUBLIC_URL,
 * where the session cookie is valid.
 */
export const pages = fastifyPlugin(async (app: FastifyInstance, { config, folder }: Pages) => {
  const own = new URL(config.publicUrl);
  const headers = securityHeaders(config, 'admin');
  // A new object per route, because plugins store route information in it.
  const open = () => ({ config: { isOpen: true, isPage: true } });

  /** Returns the URL to redirect to, if any. */
  const redirectTarget = ({ host, url }: FastifyRequest) => {
    const path = safeRedirectPath(url);
    const isOtherLoopback = host !== own.host && isLoopback(`http://${host}`) && isLoopback(config.publicUrl);
    return isOtherLoopback || path !== requestPath(url) ? own.origin + path : undefined;
  };
  const portal = async (request: FastifyRequest, reply: FastifyReply) => {
    const target = redirectTarget(request);
    if (target) return reply.redirect(target, 307);
    const { begin, end } = await renderPortalPage(app, folder, request);
    const page = Readable.from([begin, end]);
    reply.headers({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept-Encoding' });
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page);
    // Flush each part: buffering would delay the script tags at the beginning until the preloaded responses arrive.
    const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
    pipeline(page, gzip, (error) => {
      if (error) request.log.info({ err: error }, 'page response aborted');
    });
    return reply.header('Content-Encoding', 'gzip').send(gzip);
  };
  const admin = (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.viewer) return portal(request, reply);
    const target = redirectTarget(request);
    if (target) return reply.redirect(target, 307);
    reply.headers({ ...headers, 'Cache-Control': 'no-store' });
    return reply.sendFile('admin/index.html', { cacheControl: false });
  };

  app.get('/admin', open(), admin);
  app.get('/admin/*', open(), admin);
  app.get('/', open(), portal);
  app.get('/*', open(), portal);
  for (const path of ['/api', '/api/*']) app.get(path, open(), (_request, reply) => reply.callNotFound());
});

const isLoopback = (url: string) => URL.canParse(url) && loopbackNames.includes(new URL(url).hostname);

/** Returns the path and query of a request target, which may be in absolute form with scheme and host (RFC 9112). */
export function requestPath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Returns a path that is safe to redirect to (open redirect protection): browsers interpret two leading slashes or
 * backslashes as another host.
 */
export function safeRedirectPath(target: string): string {
  return requestPath(target).replace(/^[/\\]+/, '/');
}

/** An API call that a page makes on load; placeholders between asterisks are filled in (portal/preloadManifest.ts). */
interface Call {
  address: string;
  isOpen?: true;
  /** The ability that the call requires. */
  ability?: ['read' | 'moderate', string];
}

/** Preload table of the portal's build (portal/vite.config.ts). */
interface PreloadTable {
  always: Call[];
  /** The first matching route applies. */
  routes: { path: string; head: string; calls: Call[] }[];
}

interface PreloadedResponse {
  address: string;
  body: string;
}

type PathParameters = Record<string, string | undefined>;

/**
 * A response that takes longer (milliseconds) or is larger (characters) is not preloaded; the page requests it itself.
 */
const timeout = 1_000;
const maxLength = 262_144;

/** Headers passed on to the API, so that the response is the same as for the browser. */
const forwardedHeaders = [
  'cookie',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const;

interface Page {
  /** Sent immediately, so that the browser starts loading the scripts. */
  begin: string;
  /** The preloaded responses, sent later. */
  end: Promise<string>;
}

/**
 * Renders the portal's page for a request. For signed-in users it preloads the scripts of the route and the API
 * responses that the page will request, to save round trips. Each response comes from the API's own route with the
 * user's rights. The build's files are read each time, because a new build may have been made.
 */
async function renderPortalPage(app: FastifyInstance, folder: string, request: FastifyRequest): Promise<Page> {
  const read = (file: string) => readFile(join(folder, 'portal', file), 'utf8');
  const [html, table] = await Promise.all([read('index.html'), read('preload.json')]);
  const { always, routes }: PreloadTable = JSON.parse(table);
  const [path = '', query] = request.url.split('?');
  const found = request.viewer ? matchRoute(path, routes) : undefined;
  const calls = [...always, ...(query === undefined ? (found?.route.calls ?? []) : [])];
  const answers = answersTo(calls, { app, request, known: found?.known ?? {} });
  const [begin = '', end] = html.replace('</head>', () => `${found?.route.head ?? ''}</head>`).split('</body>');
  return { begin, end: answers.then((all) => `${all.map(block).join('')}${end === undefined ? '' : `</body>${end}`}`) };
}

/** Matches a path against routes and returns the first match with its parameters. */
function matchRoute<Route extends { path: string }>(
  path: string,
  routes: readonly Route[],
): { route: Route; known: PathParameters } | undefined {
  for (const route of routes) {
    const named = route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${named}/?$`).exec(path);
    if (match) return { route, known: { ...match.groups } };
  }
  return undefined;
}

interface PreloadContext {
  app: FastifyInstance;
  request: FastifyRequest;
  known: PathParameters;
}

async function answersTo(calls: Call[], { app, request, known }: PreloadContext): Promise<PreloadedResponse[]> {
  const { viewer } = request;
  // Skip calls that the user has no right to.
  const allowedCalls = calls.filter(
    ({ isOpen, ability }) => isOpen || (viewer && (!ability || viewer.ability.can(...ability))),
  );
  const person = { userId: viewer?.user.id, guildId: viewer?.user.guild ?? undefined };
  const isDone = new AbortController();
  const timedOut = setTimeout(timeout, undefined, { signal: isDone.signal, ref: false }).catch(() => undefined);
  const load = (address: string) =>
    Promise.race([timedOut, answerOf(address, { app, request }).catch(() => undefined)]);
  const channels = allowedCalls.some(({ address }) => address === channelList) ? load(channelList) : undefined;
  const answers = allowedCalls.map(async ({ address }) => {
    if (address === channelList) return await channels;
    const needsChannel = address.includes('*channelId*');
    const channelId = needsChannel && known.slug ? channelIdIn(await channels, known.slug) : undefined;
    const filled = filledIn(address, { ...known, ...person, channelId });
    return filled && (await load(filled));
  });
  const preloaded = (await Promise.all(answers)).filter((answer) => !!answer);
  isDone.abort();
  return preloaded;
}

const channelList = '/api/channels/list';

function channelIdIn(answer: PreloadedResponse | undefined, slug: string): string | undefined {
  const channels: { id: string; slug?: string }[] = JSON.parse(answer?.body ?? '[]');
  return channels.find((each) => each.slug === slug || each.id === slug)?.id;
}

/** Fills in placeholders; undefined if one is unknown. */
function filledIn(address: string, known: PathParameters): string | undefined {
  const names = [...address.matchAll(/\*(\w+)\*/g)].map(([, name = '']) => name);
  return names.every((name) => known[name])
    ? address.replace(/\*(\w+)\*/g, (_all, name) => known[name] ?? '')
    : undefined;
}

async function answerOf(
  address: string,
  { app, request }: Pick<PreloadContext, 'app' | 'request'>,
): Promise<PreloadedResponse | undefined> {
  const headers = Object.fromEntries(
    forwardedHeaders.map((name) => [name, request.headers[name] ?? '']).filter(([, value]) => value),
  );
  const remoteAddress = request.socket.remoteAddress ?? '';
  const { statusCode, payload } = await app.inject({ url: address, headers, remoteAddress });
  return statusCode === 200 && payload.length <= maxLength ? { address, body: payload } : undefined;
}

/** Embeds a response in the page. `<` is escaped, so that the JSON cannot end the script element (XSS). */
const block = ({ address, body }: PreloadedResponse): string =>
  `<script type="application/json" data-answer="${escaped(address)}">${body.replaceAll('<', '\\u003c')}</script>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

interface Files {
  /** Contains `portal/index.html` and `admin/index.html` with their `assets`. */
  folder: string;
}

/**
 * Serves the static files of both UIs. File names contain a content hash, so browsers may cache them forever; no
 * session lookup. Clients that accept brotli or gzip get the precompressed files (`build/compress.ts`); API responses
 * are compressed by a proxy, if at all.
 */
export const staticFiles = fastifyPlugin(async (app: FastifyInstance, { folder }: Files) => {
  // Ignore Range requests, because partial scripts are useless.
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, acceptRanges: false });
  // Each route has its own root, which no `..` can leave: the server's own code is next to these folders.
  const send = (ui: string) => (request: { params: { '*': string } }, reply: FastifyReply) =>
    reply.sendFile(request.params['*'], join(folder, ui, 'assets'), { maxAge: '365d', immutable: true });
  const options = { logLevel: 'warn' } as const;
  app.get<{ Params: { '*': string } }>('/assets/*', options, send('portal'));
  app.get<{ Params: { '*': string } }>('/admin/assets/*', options, send('admin'));
  app.get('/favicon.svg', options, (_request, reply) => reply.sendFile('portal/favicon.svg'));
});
