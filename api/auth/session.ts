import fastifyCookie from '@fastify/cookie';
import fastifySession from '@fastify/session';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { viewerOf } from '../access/viewer.ts';
import type { Config } from '../config/config.ts';
import { sessionStore } from './session-store.ts';

/** The cookie's name; under https it is bound to this very host (design 5). */
export const cookieNameOf = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-session' : 'session');

/** Gives each request of its scope the viewer behind its session cookie, or null. */
export const session = fastifyPlugin(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    await app.register(fastifyCookie);
    await app.register(fastifySession, {
      secret: config.secretKey,
      cookieName: cookieNameOf(config.publicUrl),
      cookie: {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: config.publicUrl.startsWith('https:'),
        maxAge: config.sessionAbsolute,
      },
      saveUninitialized: false,
      rolling: false,
      store: sessionStore({ idle: config.sessionIdle, absolute: config.sessionAbsolute }),
    });
    app.decorateRequest('viewer', null);
    app.addHook('onRequest', async (request) => {
      const person = request.session?.person;
      const viewer = person && (await viewerOf(person.user, person.rightsVersion));
      request.viewer = viewer ? { ...viewer, signedInAt: request.session.signedInAt } : null;
    });
  },
  { name: 'session' },
);
