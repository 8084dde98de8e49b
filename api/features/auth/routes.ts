import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { recordFailedSignIn } from '../../engine/audit/sign-ins.ts';
import { enqueueMail } from '../../engine/mail/outbox.ts';
import type { Config } from '../../platform/config/config.ts';
import { networkRateLimit } from '../../platform/database/rate-limiter.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { mailRateLimit } from '../../platform/mail/limits.ts';
import { hashSecret, isSecret, newSecret } from '../../platform/secrets/secrets.ts';
import { isPasskeyRequired, needsPasskey } from '../users/passkeys.ts';
import { basicRoute } from './basic.ts';
import { defineCookie } from './cookies.ts';
import { documentedSignIn } from './documentation.ts';
import { googleRoutes } from './google.ts';
import { magicLinkLifetime, redeemMagicLink, tokenForCode } from './magic-link.ts';
import { endProxy, proxyRoutes } from './proxy.ts';
import { clearSessionCookie, endRequestSession, renewSessionCookie } from './session.ts';
import { ownSessionRoutes } from './sessions.ts';
import { readCurrentUser, readOwnUser, signIn } from './sign-in.ts';

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
        'Whether a page sends the request without user interaction. Rejected, without consuming the link, unless this browser requested the link.',
    },
  },
  required: ['token'],
  additionalProperties: false,
};

const codeBody = {
  type: 'object',
  properties: {
    code: {
      type: 'string',
      title: 'Code',
      pattern: '^[0-9]{6}$',
      'x-pattern-message': 'Must have six digits',
      description: 'The six digits of the sign-in mail, in the browser that requested it.',
    },
  },
  required: ['code'],
  additionalProperties: false,
};

/** Rate limit for failing links per network. Nobody can guess a link, but each failure adds an audit entry. */
const assertMayFail = networkRateLimit({
  name: 'link-failed',
  hourly: 100,
  reason: 'Too many attempts with invalid links; try again later',
});

/** Records a failed sign-in by link. Rethrows the error, or throws RATE_LIMITED. */
async function recordFailure(request: FastifyRequest, error: unknown): Promise<never> {
  if (!(error instanceof ApiError)) throw error;
  const isInactive = error.code === 'RESOURCE_INOPERABLE';
  const isPasskeyOnly = isPasskeyRequired(error);
  const id = isInactive || isPasskeyOnly ? error.details?.resourceId : null;
  // A link that verifies an address signs nobody in, so its failures are not recorded.
  if (!isInactive && !isPasskeyOnly && error.code !== 'AUTHENTICATION_REQUIRED') throw error;
  await assertMayFail(request.ip);
  await recordFailedSignIn(request, {
    way: 'magic',
    reason: isInactive ? 'inactive' : isPasskeyOnly ? 'passkeyRequired' : 'link',
    user: typeof id === 'string' ? id : null,
  });
  throw error;
}

/** Authentication routes: magic link, password, Google, sign-out, sessions and permissions (spec 7, design 5). */
export async function authRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const assertWithinLimit = mailRateLimit(config);
  await app.register(fastifyPlugin(proxyRoutes), { config });
  // Identifies the browser that requested links; in that browser they work without a button press (design 5). Readable
  // by scripts, so that the page knows whether to try.
  const requestCookie = defineCookie('link-requested', config, { isReadable: true });
  const browserOf = (request: FastifyRequest) => {
    const value = requestCookie.read(request);
    return value !== undefined && isSecret(value) ? value : undefined;
  };

  // Every address costs one message, whether known or not, so that the response reveals nothing; the worker looks up
  // the owner.
  app.post<{ Body: { key: string } }>(
    '/api/auth/magic',
    {
      schema: { body: magicBody },
      config: { isOpen: true, signsIn: true, documentation: documentedSignIn.requestLink },
    },
    async (request, reply) => {
      const address = request.body.key.toLowerCase();
      await assertWithinLimit(request, address);
      const browser = browserOf(request) ?? newSecret();
      await enqueueMail({ kind: 'signIn', to: [address], browser: hashSecret(browser) });
      requestCookie.set(reply, browser, magicLinkLifetime);
      return { sent: true };
    },
  );

  app.post<{ Body: { token: string; isAutomatic: boolean } }>(
    '/api/auth/magic/verify',
    { schema: { body: verifyBody }, config: { isOpen: true, signsIn: true, documentation: documentedSignIn.verify } },
    async (request, reply) => {
      const { token, isAutomatic } = request.body;
      const browser = browserOf(request);
      const automaticIn = browser === undefined ? null : hashSecret(browser);
      const { user, signsIn } = await redeemMagicLink({
        token,
        viewer: request.viewer,
        config,
        ...(isAutomatic ? { automaticIn } : {}),
      }).catch((error: unknown) => recordFailure(request, error));
      if (!signsIn) return await readOwnUser(user);
      requestCookie.clear(reply);
      return await signIn({ request, reply, config }, user, 'magic');
    },
  );

  app.post<{ Body: { code: string } }>(
    '/api/auth/magic/code',
    { schema: { body: codeBody }, config: { isOpen: true, signsIn: true, documentation: documentedSignIn.code } },
    async (request, reply) => {
      const browser = browserOf(request);
      const { user } = await tokenForCode(request.body.code, {
        browser: browser === undefined ? null : hashSecret(browser),
        config,
      })
        .then((token) => redeemMagicLink({ token, viewer: null, config }))
        .catch((error: unknown) => recordFailure(request, error));
      requestCookie.clear(reply);
      return await signIn({ request, reply, config }, user, 'magic');
    },
  );

  await app.register(basicRoute, { config });
  await app.register(googleRoutes, { config });

  app.post(
    '/api/auth/logout',
    { config: { isOpen: true, documentation: documentedSignIn.logout } },
    async (request, reply) => {
      if (request.viewer?.really) await endProxy({ request, reply, config }, request.viewer);
      else {
        await endRequestSession(request, 'signedOut');
        clearSessionCookie(reply, config);
      }
      return {};
    },
  );

  app.get(
    '/api/auth/ability',
    { config: { isOpen: true, documentation: documentedSignIn.ability } },
    async (request) => request.viewer?.rules ?? [],
  );

  // The UI needs both on page load. Being signed out is not an error here.
  app.get(
    '/api/auth/self',
    { config: { isOpen: true, documentation: documentedSignIn.self } },
    async (request, reply) => {
      const { viewer } = request;
      if (!viewer) return { user: null, rules: [] };
      // Only here: a late response to another request must not replace the cookie of a new sign-in.
      renewSessionCookie(request, reply, config);
      // Whoever acts for another user cannot add a passkey for that user.
      const isNeeded = !viewer.really && (await needsPasskey(viewer.user, config));
      const user = await readCurrentUser(viewer);
      return { user: isNeeded ? { ...user, needsPasskey: true } : user, rules: viewer.rules };
    },
  );

  await app.register(ownSessionRoutes, { config });
}
