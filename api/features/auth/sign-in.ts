import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '#schemas/generated/types.ts';
import { signInRequired, type Viewer, viewerNow } from '../../engine/access/viewer.ts';
import type { SignInMethod } from '../../engine/audit/sign-ins.ts';
import { readRecord } from '../../engine/resource/records/records.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { resource } from '../../engine/store/model.ts';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { needsPasskey } from '../users/passkeys.ts';
import { users } from '../users/users.ts';
import { type SessionConfig, startSession } from './session.ts';

interface SignInContext {
  request: FastifyRequest;
  reply: FastifyReply;
  config: SessionConfig & Pick<Config, 'requirePasskey'>;
}

/** Signs a user in after authentication by any method, and returns the user in their own view. */
export async function signIn(at: SignInContext, user: User, method: SignInMethod): Promise<object> {
  await startSession(at, user, method);
  const own = await readOwnUser(user);
  return (await needsPasskey(user, at.config)) ? { ...own, needsPasskey: true } : own;
}

/** Returns a user in their own view. Throws AUTHENTICATION_REQUIRED if the account is gone. */
export async function readOwnUser(user: User): Promise<object> {
  const viewer = await viewerNow(user.id);
  if (!viewer) throw signInRequired();
  return toResponse(resource('User'), user, viewer);
}

/** Returns the signed-in user, as GET /api/users/me does. */
export async function readCurrentUser(viewer: Viewer): Promise<object> {
  const user = await readRecord({ name: 'User', declaration: users, viewer }, viewer.user.id);
  return toResponse(resource('User'), user, viewer);
}

/**
 * Returns the user. Throws RESOURCE_INOPERABLE if missing or inactive; call it only after the requester has proved to
 * be that user.
 */
export function requireActive(user: User | null, id: string | null): User {
  if (user && !user.inactive) return user;
  throw new ApiError('RESOURCE_INOPERABLE', {
    reason: 'This account is inactive',
    details: { resourceType: 'User', resourceId: user?.id ?? id },
  });
}
