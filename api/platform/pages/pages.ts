import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config/config.ts';
import { renderPortalPage } from './preload.ts';
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
