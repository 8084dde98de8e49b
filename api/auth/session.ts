import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { User } from '#schemas/generated/types.ts';
import type { Viewer } from '../access/viewer.ts';
import { recordSignIn, recordSignOut, type Way } from '../audit/sign-ins.ts';
import { fromNow, now } from '../clock/clock.ts';
import type { Config } from '../host/config/config.ts';
import { transaction } from '../store/transaction.ts';
import { type OwnCookie, ownCookie } from './cookies.ts';
import { rememberDevice } from './devices.ts';
import { viewerIn } from './proxied.ts';
import { endSession, type FoundSession, findSession, makeSession } from './sessions.ts';

/** What sessions need to know of the configuration. */
export type SessionConfig = Pick<Config, 'publicUrl' | 'secretKey' | 'sessionIdle' | 'sessionAbsolute'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** What the browser's cookie leads to; null when signed out. */
    session: FoundSession | null;
  }
}

/** The cookie that holds the id of a session. */
export const sessionCookie = (config: Pick<Config, 'publicUrl'>): OwnCookie =>
  ownCookie('session', config, { signed: true });

/**
 * Gives each request of its scope the viewer behind its session cookie, or null. Of the database one look-up is asked:
 * user and rights are kept in memory under the versions that it reads.
 */
export const session = fastifyPlugin(
  async (app: FastifyInstance, { config }: { config: SessionConfig }) => {
    await app.register(fastifyCookie, { secret: config.secretKey });
    const cookie = sessionCookie(config);
    app.decorateRequest('viewer', null);
    app.decorateRequest('session', null);
    app.addHook('onRequest', async (request) => {
      const behind = await sessionBehind(request, cookie.read(request), config);
      // The cookie stays: by the time of the answer the browser may have that of a newer session.
      if (!behind) return;
      request.session = behind.found;
      request.viewer = behind.viewer;
    });
  },
  { name: 'session' },
);

/** The session of an id, with its viewer; null where there is none or it is over. */
async function sessionBehind(
  request: FastifyRequest,
  id: string | undefined,
  { sessionIdle }: SessionConfig,
): Promise<{ found: FoundSession; viewer: Viewer } | null> {
  const found = id === undefined ? null : await findSession(id, sessionIdle);
  const viewer = found && (await viewerIn(found, request));
  return viewer && { found, viewer: { ...viewer, signedInAt: found.signedInAt, from: request } };
}

/** Who is signed in, for a call outside of the scope that has `request.viewer`: one that must answer without a database, too. */
export async function viewerBehind(request: FastifyRequest, config: SessionConfig): Promise<Viewer | null> {
  const cookie = fastifyCookie.parse(request.headers.cookie ?? '')[sessionCookie(config).name];
  const { value: id } = fastifyCookie.unsign(cookie ?? '', config.secretKey);
  return (await sessionBehind(request, id ?? undefined, config))?.viewer ?? null;
}

/** Signs a user in: with a new session, whatever session the browser had before, and an entry of the audit log. */
export async function startSession(
  { request, reply, config }: { request: FastifyRequest; reply: FastifyReply; config: SessionConfig },
  user: User,
  way: Way,
): Promise<void> {
  const expires = fromNow(config.sessionAbsolute).toISOString();
  const id = await transaction(async () => {
    await leaveSession(request, 'replaced');
    await recordSignIn(request, user, way);
    return await makeSession({ user: user.id, agent: request.headers['user-agent'], expires });
  });
  setSessionCookie(reply, config, { id, expires });
  rememberDevice({ request, reply, config }, user.id);
}

/** Has the browser keep a session's id as long as the session may last. */
export function setSessionCookie(
  reply: FastifyReply,
  config: SessionConfig,
  { id, expires }: Pick<FoundSession, 'id' | 'expires'>,
): void {
  sessionCookie(config).set(reply, id, Date.parse(expires) - now().getTime());
}

/** Ends the session that a request came with, if any. */
export async function leaveSession(
  { session: own, viewer }: FastifyRequest,
  reason: 'signedOut' | 'replaced',
): Promise<void> {
  if (!own) return;
  await transaction(async () => {
    const isEnded = await endSession(own.id);
    if (isEnded && viewer) await recordSignOut(viewer, { user: viewer.user, reason });
  });
}

/** Has the browser drop its session cookie. */
export function forgetCookie(reply: FastifyReply, config: SessionConfig): void {
  sessionCookie(config).clear(reply);
}
