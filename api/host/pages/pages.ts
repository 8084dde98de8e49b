import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config/config.ts';
import { ownPath, pathAsked } from './own-path.ts';
import { securityHeaders } from './security-headers.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The pages of both UIs, whose own routers take over from there. Signed out, /admin too is the portal's frame with its
 * login (design 5). A page asked for under another loopback name goes to PUBLIC_URL, where the session is.
 */
export const pages = fastifyPlugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  const own = new URL(config.publicUrl);
  const headers = securityHeaders(config, 'admin');
  // One object for each route: plugins write what they know of a route into its configuration.
  const open = () => ({ config: { isOpen: true, isPage: true } });

  const sendPage = (ui: string, { host, url }: FastifyRequest, reply: FastifyReply) => {
    const path = ownPath(url);
    const isOtherLoopback = host !== own.host && isLoopback(`http://${host}`) && isLoopback(config.publicUrl);
    if (isOtherLoopback || path !== pathAsked(url)) return reply.redirect(own.origin + path, 307);
    return reply.sendFile(`${ui}/index.html`, { cacheControl: false });
  };
  const portal = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage('portal', request, reply.header('Cache-Control', 'no-store'));
  const admin = (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.viewer) return portal(request, reply);
    return sendPage('admin', request, reply.headers(headers).header('Cache-Control', 'no-store'));
  };

  app.get('/admin', open(), admin);
  app.get('/admin/*', open(), admin);
  app.get('/', open(), portal);
  app.get('/*', open(), portal);
  for (const path of ['/api', '/api/*']) app.get(path, open(), (_request, reply) => reply.callNotFound());
});

const isLoopback = (url: string) => URL.canParse(url) && loopbackNames.includes(new URL(url).hostname);
