import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '#schemas/generated/types.ts';
import { signInRequired, type Viewer, viewerNow } from '../access/viewer.ts';
import type { Way } from '../audit/sign-ins.ts';
import { ApiError } from '../errors/catalogue.ts';
import { read } from '../resource/records/service.ts';
import { answerOf } from '../resource/rules/answer.ts';
import { resource } from '../store/model.ts';
import { users } from '../users/users.ts';
import { type SessionConfig, startSession } from './session.ts';

interface Entering {
  request: FastifyRequest;
  reply: FastifyReply;
  config: SessionConfig;
}

/** Signs a user in, whichever way they have proved who they are, and answers the user as they read themselves. */
export async function enter(at: Entering, user: User, way: Way): Promise<object> {
  await startSession(at, user, way);
  return await asThemselves(user);
}

/** A user as they read themselves. */
export async function asThemselves(user: User): Promise<object> {
  const viewer = await viewerNow(user.id);
  if (!viewer) throw signInRequired();
  return answerOf(resource('User'), user, viewer);
}

/** Who is signed in, as GET /api/users/me answers them. */
export async function oneself(viewer: Viewer): Promise<object> {
  const user = await read({ name: 'User', declaration: users, viewer }, viewer.user.id);
  return answerOf(resource('User'), user, viewer);
}

/** The user, unless nobody or inactive: RESOURCE_INOPERABLE, told only to who has proved to be that user. */
export function active(user: User | null, id: string | null): User {
  if (user && !user.inactive) return user;
  throw new ApiError('RESOURCE_INOPERABLE', {
    reason: 'This account is not active',
    details: { resourceType: 'User', resourceId: user?.id ?? id },
  });
}
