import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config/config.ts';
import { contentPolicy } from './content-policy.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The pages of both UIs, whose own routers take over from there. Signed out, /admin too is the portal's frame with its
 * login (design 5). A page asked for under another loopback name goes to PUBLIC_URL, where the session is.
 */
export const pages = fastifyPlugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  const own = new URL(config.publicUrl);
  const policy = { useDefaults: false, directives: contentPolicy(config, 'admin') };
  const isOpen = { isOpen: true };

  const sendPage = (ui: string, { host, url }: FastifyRequest, reply: FastifyReply) => {
    if (host !== own.host && isLoopback(`http://${host}`) && isLoopback(config.publicUrl))
      return reply.redirect(new URL(url, own).href, 307);
    return reply.sendFile(`${ui}/index.html`, { cacheControl: false });
  };
  const portal = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage('portal', request, reply.header('Cache-Control', 'no-store'));
  const admin = (request: FastifyRequest, reply: FastifyReply) =>
    request.viewer ? sendPage('admin', request, reply.header('Cache-Control', 'no-store')) : portal(request, reply);

  const adminOptions = { config: isOpen, helmet: { contentSecurityPolicy: policy } };
  app.get('/admin', adminOptions, admin);
  app.get('/admin/*', adminOptions, admin);
  app.get('/', { config: isOpen }, portal);
  app.get('/*', { config: isOpen }, (request, reply) =>
    request.url.startsWith('/api/') ? reply.callNotFound() : portal(request, reply),
  );
});

const isLoopback = (url: string) => URL.canParse(url) && loopbackNames.includes(new URL(url).hostname);
