import type { FastifyRequest } from 'fastify';
import type { User } from '#schemas/generated/types.ts';
import { authorText } from '#schemas/texts/author-text.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';

/** The user fields that identify who did something. */
type Person = Pick<User, 'id' | 'name'>;

/** The request that something came from. It is read only when an audit entry or similar is written. */
export type RequestSource = Pick<FastifyRequest, 'ip' | 'headers'>;

/**
 * The acting identity: who performs an action, in whose account (impersonation), and from which request. Every `Viewer`
 * is one.
 */
export interface Actor {
  /** The account being acted in; null for the system and for signed-out requests. */
  user: Person | null;
  /** The person impersonating `user`, if any. */
  really?: Person | undefined;
  /** Name of the API key that signed the request; undefined for a person. */
  key?: string | undefined;
  /** Undefined for a background job. */
  from?: RequestSource | undefined;
}

/** Names the actor for mails and error messages, including who impersonates whom. */
export const actorName = (by: Actor & { user: Person }): string => authorText(by.user.name, by.really?.name);

/**
 * Returns whether `id` is the actor's own account or that of the person impersonating it. Actions that nobody may
 * perform on themselves check both.
 */
export const isOwnAccount = ({ user, really }: Actor, id: string | undefined): boolean =>
  id !== undefined && (id === user?.id || id === really?.id);

/**
 * Throws REQUEST_DENIED for an impersonated session or an API key: only the owner in person may hand over access to an
 * account.
 */
export function assertInPerson({ user, really, key }: Actor): void {
  if (really)
    throw new ApiError('REQUEST_DENIED', {
      reason: `This is not allowed while you are signed in as another user (${user?.name})`,
    });
  if (key !== undefined)
    throw new ApiError('REQUEST_DENIED', {
      reason: 'This requires a signed-in user, not an API key',
    });
}

/** Returns the person who really acts: the impersonator if there is one, else the user. */
export const actingPerson = ({ user, really }: Actor): Person | null => really ?? user;
