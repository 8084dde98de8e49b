import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '#schemas/generated/types.ts';
import type { Actor, RequestSource } from '../../engine/access/actor.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import {
  assertMay,
  loadReadable,
  may,
  signInRequired,
  type Viewer,
  viewerNow,
  viewerOf,
} from '../../engine/access/viewer.ts';
import { recordAuditEvent } from '../../engine/audit/record-event.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import { resource } from '../../engine/store/model.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { now } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { withImpersonator } from '../users/users.ts';
import { documentedSignIn } from './documentation.ts';
import { type SessionConfig, setSessionCookie } from './session.ts';
import { createSession, endSession, type FoundSession } from './sessions.ts';
import { requireActive } from './sign-in.ts';

/**
 * POST /api/auth/proxy/{id}: impersonation. ADMIN and DEVELOPER act as another user (spec 6) for at most an hour
 * (design 5).
 */
export async function proxyRoutes(app: FastifyInstance, { config }: { config: SessionConfig }): Promise<void> {
  app.post<{ Params: { id: string } }>(
    '/api/auth/proxy/:id',
    { schema: { params: idParams('id'), body: nothing }, config: { documentation: documentedSignIn.proxy } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const user = await assertMayProxy(viewer, request.params.id);
      await startProxy({ request, reply, config }, { viewer, user });
      const asUser = await viewerNow(user.id);
      if (!asUser) throw signInRequired();
      return toResponse(resource('User'), withImpersonator(user, { ...asUser, really: viewer.user }), asUser);
    },
  );
}

const nothing = { type: 'object', properties: {}, additionalProperties: false };

/**
 * Rejects nested impersonation, and impersonating oneself, an inactive user or one with more rights. Throws the
 * catalogue's errors.
 */
async function assertMayProxy(viewer: Viewer, id: string): Promise<User> {
  if (viewer.really) {
    throw new ApiError('REQUEST_DENIED', {
      reason: `You are already signed in as ${viewer.user.name}: return to your own account before you sign in as another user`,
    });
  }
  const user = await loadReadable(viewer, 'User', id);
  assertMay(viewer, 'proxy', 'User', user);
  if (user.id === viewer.user.id)
    throw new ApiError('REQUEST_DENIED', { reason: 'You are not signed in as another user' });
  return requireActive(user, id);
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  config: SessionConfig;
}

/**
 * Starts the impersonation: replaces the person's session by one in the other user's account that remembers the
 * impersonator.
 */
async function startProxy({ request, reply, config }: Exchange, { viewer, user }: { viewer: Viewer; user: User }) {
  const own = request.session;
  if (!own) throw new ApiError('REQUEST_DENIED', { reason: 'Signing in as another user requires a browser session' });
  const id = await transaction(async () => {
    await endSession(own.id);
    await recordProxy({ ...viewer, user, really: viewer.user }, 'proxyStart');
    return await createSession({
      user: user.id,
      really: viewer.user.id,
      agent: request.headers['user-agent'],
      signedInAt: own.signedInAt,
      expires: own.expires,
    });
  });
  setSessionCookie(reply, config, { id, expires: own.expires });
}

/** Signing out while impersonating returns to one's own account, in a session with a new id (design 5). */
export async function endProxy({ request, reply, config }: Exchange, viewer: Viewer): Promise<void> {
  const { session: own } = request;
  const { really } = viewer;
  if (!own || !really) return;
  const id = await transaction(async () => {
    await endSession(own.id);
    await recordProxy(viewer, 'proxyEnd', 'ended');
    const { signedInAt, expires } = own;
    return await createSession({ user: really.id, agent: request.headers['user-agent'], signedInAt, expires });
  });
  setSessionCookie(reply, config, { id, expires: own.expires });
}

/** Why an impersonation ended. */
type EndReason = 'ended' | 'expired' | 'right';

/**
 * Returns the viewer of a session, or null if it is over. Impersonation ends when the right to it is lost, or after an
 * hour. Both users' rights come from the cache, so a request needs no extra query.
 */
export async function sessionViewer(found: FoundSession, from: RequestSource): Promise<Viewer | null> {
  const viewer = await viewerOf(found.user, found.versions);
  if (!found.proxied) return viewer;
  const { really: id, until: expires } = found.proxied;
  const person = await viewerOf(id, found.versions);
  const isAllowed = viewer !== null && person !== null && may(person, 'proxy', 'User', viewer.user);
  const really = { id, name: person?.user.name ?? '' };
  if (isAllowed && expires > now()) return { ...viewer, really };
  const user = { id: found.user, name: viewer?.user.name ?? '' };
  await breakProxy(found.id, { user, really, from }, isAllowed ? 'expired' : 'right');
  return null;
}

async function breakProxy(id: string, by: Actor, reason: EndReason): Promise<void> {
  await transaction(async () => {
    if (await endSession(id)) await recordProxy(by, 'proxyEnd', reason);
  });
}

/** Records the start or end of an impersonation in the audit log. */
async function recordProxy(by: Actor, action: 'proxyStart' | 'proxyEnd', reason?: EndReason): Promise<void> {
  const { user } = by;
  const subject = user && { type: 'User', id: user.id, ...(user.name ? { name: user.name } : {}) };
  await recordAuditEvent({
    by,
    kind: 'proxy',
    action,
    ...(subject ? { subject } : {}),
    ...(reason ? { details: { reason } } : {}),
  });
}
