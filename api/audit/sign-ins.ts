import type { AuditEntry, User } from '#schemas/generated/types.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import type { Doer, Source } from '../access/actor.ts';
import { store } from '../store/store.ts';
import { keyedHash } from './chain.ts';
import { recordEvent } from './record-event.ts';

type Details = AuditEntry['details'];

const nobody = '0'.repeat(24);

/** How somebody signs in. */
export type Way = NonNullable<Details['way']>;

/** Writes down that somebody has signed in, in the transaction of the new session. */
export async function recordSignIn(from: Source, user: User, way: Way): Promise<void> {
  await recordEvent({
    by: { user, from },
    kind: 'signIn',
    action: 'signIn',
    subject: subjectOf(user),
    details: { way },
  });
}

interface Failure {
  way: Way;
  reason: NonNullable<Details['reason']>;
  /** Whose account it was, where there is one. */
  user?: Pick<User, 'id'> | string | null | undefined;
  /** The user name or address as it was typed: only a keyed hash of it is kept, and only where it is nobody's. */
  typed?: string | undefined;
}

/**
 * Writes down that somebody did not get in. Who is known is the subject, not the one who did it; what is nobody's may be
 * a password typed in the wrong place. By itself: what is refused is undone.
 */
export async function recordFailedSignIn(from: Source, { way, reason, user, typed }: Failure): Promise<void> {
  const id = typeof user === 'string' ? user : user?.id;
  // Looked for in any case, so that it takes as long for nobody.
  const known = await store('User').findOne({ _id: id ?? nobody });
  await recordEvent({
    by: { user: null, from },
    kind: 'signIn',
    action: 'signInFailed',
    details: { way, reason },
    ...(known ? { subject: subjectOf(known) } : {}),
    ...(known || typed === undefined ? {} : { typed: keyedHash('typed', trimText(typed).toLowerCase()).slice(0, 22) }),
  });
}

/** Writes down that one session or more have ended, and why. */
export async function recordSignOut(
  by: Doer,
  {
    user,
    reason,
    count = 1,
  }: { user: Pick<User, 'id' | 'name'>; reason: NonNullable<Details['reason']>; count?: number },
): Promise<void> {
  const action = reason === 'everywhere' || reason === 'deactivated' ? 'endSessions' : 'signOut';
  await recordEvent({ by, kind: 'signIn', action, subject: subjectOf(user), details: { reason, count } });
}

const subjectOf = ({ id, name }: Pick<User, 'id' | 'name'>) => ({ type: 'User', id, name }) as const;
