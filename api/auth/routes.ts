import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { recordFailedSignIn } from '../audit/sign-ins.ts';
import { ApiError } from '../errors/catalogue.ts';
import type { Config } from '../host/config/config.ts';
import { networkLimit } from '../host/database/limiter.ts';
import { mailLimit } from '../mail/limits.ts';
import { postMail } from '../mail/outbox.ts';
import { hashOf, isSecret, newSecret } from '../secrets/secrets.ts';
import { basicRoute } from './basic.ts';
import { ownCookie } from './cookies.ts';
import { documented } from './documentation.ts';
import { asThemselves, enter, oneself } from './enter.ts';
import { googleRoutes } from './google.ts';
import { linkLifetime, useLink } from './link.ts';
import { ownSessionRoutes } from './own-sessions.ts';
import { endProxy, proxyRoutes } from './proxy.ts';
import { forgetCookie, leaveSession } from './session.ts';

const magicBody = {
  type: 'object',
  properties: { key: { type: 'string', title: 'E-mail', format: 'email', maxLength: 254, 'x-trim': true } },
  required: ['key'],
  additionalProperties: false,
};
const verifyBody = {
  type: 'object',
  properties: {
    token: { type: 'string', title: 'Token', minLength: 1, maxLength: 200 },
    isAutomatic: {
      type: 'boolean',
      title: 'Without a press',
      default: false,
      description:
        'Whether a page sends it by itself: refused, and not used up, unless this browser requested the link.',
    },
  },
  required: ['token'],
  additionalProperties: false,
};

/** So many links that do not work are tried from one network within an hour; nobody guesses one, but each makes an entry. */
const assertMayFail = networkLimit({
  name: 'link-failed',
  hourly: 100,
  reason: 'Too many links were tried that do not work; try again later',
});

/** Writes down who did not get in by a link. Throws why again, or RATE_LIMITED. */
async function refused(request: FastifyRequest, error: unknown): Promise<never> {
  if (!(error instanceof ApiError)) throw error;
  const isInactive = error.code === 'RESOURCE_INOPERABLE';
  const id = isInactive ? error.details?.resourceId : null;
  // A link that verifies an address signs nobody in.
  if (!isInactive && error.code !== 'AUTHENTICATION_REQUIRED') throw error;
  await assertMayFail(request.ip);
  await recordFailedSignIn(request, {
    way: 'magic',
    reason: isInactive ? 'inactive' : 'link',
    user: typeof id === 'string' ? id : null,
  });
  throw error;
}

/** Signing in by magic link, password or Google, signing out, and what one may do (spec 7, design 5). */
export async function authRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const assertWithinLimit = mailLimit(config);
  await app.register(fastifyPlugin(proxyRoutes), { config });
  // Names the browser that requested links: in it, these links work by themselves (design 5). Readable, so that the page knows to try.
  const requestCookie = ownCookie('link-asked', config, { isReadable: true });
  const browserOf = (request: FastifyRequest) => {
    const value = requestCookie.read(request);
    return value !== undefined && isSecret(value) ? value : undefined;
  };

  // Known or not, every address costs the same one message; the worker finds out whose it is.
  app.post<{ Body: { key: string } }>(
    '/api/auth/magic',
    { schema: { body: magicBody }, config: { isOpen: true, signsIn: true, documentation: documented.ask } },
    async (request, reply) => {
      const address = request.body.key.toLowerCase();
      await assertWithinLimit(request, address);
      const browser = browserOf(request) ?? newSecret();
      await postMail({ kind: 'signIn', to: [address], browser: hashOf(browser) });
      requestCookie.set(reply, browser, linkLifetime);
      return { sent: true };
    },
  );

  app.post<{ Body: { token: string; isAutomatic: boolean } }>(
    '/api/auth/magic/verify',
    { schema: { body: verifyBody }, config: { isOpen: true, signsIn: true, documentation: documented.verify } },
    async (request, reply) => {
      const { token, isAutomatic } = request.body;
      const browser = browserOf(request);
      const automaticIn = browser === undefined ? null : hashOf(browser);
      const { user, signsIn } = await useLink({
        token,
        viewer: request.viewer,
        ...(isAutomatic ? { automaticIn } : {}),
      }).catch((error: unknown) => refused(request, error));
      if (!signsIn) return await asThemselves(user);
      requestCookie.clear(reply);
      return await enter({ request, reply, config }, user, 'magic');
    },
  );

  await app.register(basicRoute, { config });
  await app.register(googleRoutes, { config });

  app.post(
    '/api/auth/logout',
    { config: { isOpen: true, documentation: documented.logout } },
    async (request, reply) => {
      if (request.viewer?.really) await endProxy({ request, reply, config }, request.viewer);
      else {
        await leaveSession(request, 'signedOut');
        forgetCookie(reply, config);
      }
      return {};
    },
  );

  app.get(
    '/api/auth/ability',
    { config: { isOpen: true, documentation: documented.ability } },
    async (request) => request.viewer?.rules ?? [],
  );

  // A page that begins asks for both at once; that nobody is signed in is no error to it.
  app.get('/api/auth/self', { config: { isOpen: true, documentation: documented.self } }, async ({ viewer }) =>
    viewer ? { user: await oneself(viewer), rules: viewer.rules } : { user: null, rules: [] },
  );

  await app.register(ownSessionRoutes, { config });
}
