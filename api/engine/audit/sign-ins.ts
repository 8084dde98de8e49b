import type { AuditEntry, User } from '#schemas/generated/types.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import type { Actor, RequestSource } from '../access/actor.ts';
import { storeOf } from '../store/store.ts';
import { keyedHash } from './chain.ts';
import { recordAuditEvent } from './record-event.ts';

type Details = AuditEntry['details'];

const nobody = '0'.repeat(24);

/** A sign-in method. */
export type SignInMethod = NonNullable<Details['way']>;

/** Records a successful sign-in in the audit log, in the transaction of the new session. */
export async function recordSignIn(from: RequestSource, user: User, method: SignInMethod): Promise<void> {
  await recordAuditEvent({
    by: { user, from },
    kind: 'signIn',
    action: 'signIn',
    subject: subjectOf(user),
    details: { way: method },
  });
}

interface Failure {
  way: SignInMethod;
  reason: NonNullable<Details['reason']>;
  /** Owner of the account, if one matched. */
  user?: Pick<User, 'id'> | string | null | undefined;
  /** The user name or address as typed. Only a keyed hash is stored, and only if no account matched. */
  typed?: string | undefined;
}

/**
 * Records a failed sign-in in the audit log. A matching account is the subject, not the actor. A typed name that
 * matches no account may be a password in the wrong field, so only its hash is stored. Runs outside the request's
 * transaction, which is rolled back.
 */
export async function recordFailedSignIn(from: RequestSource, { way, reason, user, typed }: Failure): Promise<void> {
  const id = typeof user === 'string' ? user : user?.id;
  // Always query, so that the response time does not reveal whether the account exists.
  const known = await storeOf('User').findOne({ _id: id ?? nobody });
  await recordAuditEvent({
    by: { user: null, from },
    kind: 'signIn',
    action: 'signInFailed',
    details: { way, reason },
    ...(known ? { subject: subjectOf(known) } : {}),
    ...(known || typed === undefined ? {} : { typed: keyedHash('typed', trimText(typed).toLowerCase()).slice(0, 22) }),
  });
}

/** Records the end of one or more sessions, and the reason. */
export async function recordSignOut(
  by: Actor,
  {
    user,
    reason,
    count = 1,
  }: { user: Pick<User, 'id' | 'name'>; reason: NonNullable<Details['reason']>; count?: number },
): Promise<void> {
  const action = reason === 'everywhere' || reason === 'deactivated' ? 'endSessions' : 'signOut';
  await recordAuditEvent({ by, kind: 'signIn', action, subject: subjectOf(user), details: { reason, count } });
}

const subjectOf = ({ id, name }: Pick<User, 'id' | 'name'>) => ({ type: 'User', id, name }) as const;
