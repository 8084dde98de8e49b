import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { User } from '#schemas/generated/types.ts';
import { knownOwner, type Viewer } from '../../engine/access/viewer.ts';
import { recordSignIn, recordSignOut, type SignInMethod } from '../../engine/audit/sign-ins.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { type DefinedCookie, defineCookie } from './cookies.ts';
import { rememberDevice } from './devices.ts';
import { sessionViewer } from './proxy.ts';
import { createSession, endSession, type FoundSession, findSession } from './sessions.ts';

/** The configuration that sessions need. */
export type SessionConfig = Pick<Config, 'publicUrl' | 'secretKeys' | 'sessionIdle' | 'sessionAbsolute'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the browser's cookie; null when signed out. */
    session: FoundSession | null;
  }
}

/** The session cookie. */
export const sessionCookie = (config: Pick<Config, 'publicUrl'>): DefinedCookie =>
  defineCookie('session', config, { signed: true });

/**
 * Fastify plugin that sets the viewer of each request from its session cookie, or null. Costs one database lookup;
 * users and rights are cached under the versions that this lookup reads.
 */
export const sessionPlugin = fastifyPlugin(
  async (app: FastifyInstance, { config }: { config: SessionConfig }) => {
    await app.register(fastifyCookie, { secret: config.secretKeys });
    const cookie = sessionCookie(config);
    app.decorateRequest('viewer', null);
    app.decorateRequest('session', null);
    app.addHook('onRequest', async (request) => {
      const resolved = await resolveSession(request, cookie.read(request), config);
      // Do not clear the cookie: by the time of the response the browser may have a newer session.
      if (!resolved) return;
      request.session = resolved.found;
      request.viewer = resolved.viewer;
    });
  },
  { name: 'session' },
);

/** Returns the session of an id with its viewer; null if it does not exist or is over. */
async function resolveSession(
  request: FastifyRequest,
  id: string | undefined,
  { sessionIdle }: SessionConfig,
): Promise<{ found: FoundSession; viewer: Viewer } | null> {
  const owner = isRecord(request.params) ? knownOwner(String(request.params.id)) : undefined;
  const found = id === undefined ? null : await findSession(id, sessionIdle, owner);
  const viewer = found && (await sessionViewer(found, request));
  const recordOwner = owner === undefined || !found ? undefined : { id: owner, versions: found.versions };
  return viewer && { found, viewer: { ...viewer, signedInAt: found.signedInAt, from: request, recordOwner } };
}

/** Returns the viewer for a route outside the plugin's scope, which must also respond when the database is down. */
export async function viewerOfRequest(request: FastifyRequest, config: SessionConfig): Promise<Viewer | null> {
  const cookie = fastifyCookie.parse(request.headers.cookie ?? '')[sessionCookie(config).name];
  const { value: id } = fastifyCookie.signerFactory(config.secretKeys).unsign(cookie ?? '');
  return (await resolveSession(request, id ?? undefined, config))?.viewer ?? null;
}

/** Starts a session after sign-in, replacing the browser's previous one, and records it in the audit log. */
export async function startSession(
  { request, reply, config }: { request: FastifyRequest; reply: FastifyReply; config: SessionConfig },
  user: User,
  method: SignInMethod,
): Promise<void> {
  const expires = fromNow(config.sessionAbsolute).toISOString();
  const id = await transaction(async () => {
    await endRequestSession(request, 'replaced');
    await recordSignIn(request, user, method);
    return await createSession({ user: user.id, agent: request.headers['user-agent'], expires });
  });
  setSessionCookie(reply, config, { id, expires });
  rememberDevice({ request, reply, config }, user.id);
}

/** Signs a session cookie with the current SECRET_KEY if it was signed with an earlier one. */
export function renewSessionCookie(request: FastifyRequest, reply: FastifyReply, config: SessionConfig): void {
  const cookie = request.cookies[sessionCookie(config).name];
  if (request.session && cookie !== undefined && request.unsignCookie(cookie).renew)
    setSessionCookie(reply, config, request.session);
}

/** Sets the session cookie until the session expires. */
export function setSessionCookie(
  reply: FastifyReply,
  config: SessionConfig,
  { id, expires }: Pick<FoundSession, 'id' | 'expires'>,
): void {
  sessionCookie(config).set(reply, id, Date.parse(expires) - now().getTime());
}

/** Ends the session of a request, if any. */
export async function endRequestSession(
  { session: own, viewer }: FastifyRequest,
  reason: 'signedOut' | 'replaced',
): Promise<void> {
  if (!own) return;
  await transaction(async () => {
    const isEnded = await endSession(own.id);
    if (isEnded && viewer) await recordSignOut(viewer, { user: viewer.user, reason });
  });
}

/** Clears the session cookie. */
export function clearSessionCookie(reply: FastifyReply, config: SessionConfig): void {
  sessionCookie(config).clear(reply);
}
