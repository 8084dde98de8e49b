import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config/config.ts';
import { portalPage } from './ahead.ts';
import { ownPath, pathAsked } from './own-path.ts';
import { securityHeaders } from './security-headers.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

interface Pages {
  config: Config;
  /** Holds both UIs, as `files.ts` serves them. */
  folder: string;
}

/**
 * The pages of both UIs, whose own routers take over from there. Signed out, /admin too is the portal's frame with its
 * login (design 5). A page asked for under another loopback name goes to PUBLIC_URL, where the session is.
 */
export const pages = fastifyPlugin(async (app: FastifyInstance, { config, folder }: Pages) => {
  const own = new URL(config.publicUrl);
  const headers = securityHeaders(config, 'admin');
  // One object for each route: plugins write what they know of a route into its configuration.
  const open = () => ({ config: { isOpen: true, isPage: true } });

  /** Where a page is to be asked for instead, if not here. */
  const elsewhere = ({ host, url }: FastifyRequest) => {
    const path = ownPath(url);
    const isOtherLoopback = host !== own.host && isLoopback(`http://${host}`) && isLoopback(config.publicUrl);
    return isOtherLoopback || path !== pathAsked(url) ? own.origin + path : undefined;
  };
  const portal = async (request: FastifyRequest, reply: FastifyReply) => {
    const place = elsewhere(request);
    if (place) return reply.redirect(place, 307);
    const { begin, end } = await portalPage(app, folder, request);
    const page = Readable.from([begin, end]);
    reply.headers({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept-Encoding' });
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page);
    // Answers of the API are packed by a proxy, if at all; here they would make the code wait that is named before them.
    const packed = createGzip({ flush: constants.Z_SYNC_FLUSH });
    pipeline(page, packed, (error) => {
      if (error) request.log.info({ err: error }, 'a page was not sent whole');
    });
    return reply.header('Content-Encoding', 'gzip').send(packed);
  };
  const admin = (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.viewer) return portal(request, reply);
    const place = elsewhere(request);
    if (place) return reply.redirect(place, 307);
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
