import type { Doer, Source } from '../access/actor.ts';
import { may, type Viewer, viewerOf } from '../access/viewer.ts';
import { recordEvent } from '../audit/record-event.ts';
import { now } from '../clock/clock.ts';
import { transaction } from '../store/transaction.ts';
import { endSession, type FoundSession } from './sessions.ts';

/** Why somebody no longer acts for another. */
type Why = 'ended' | 'expired' | 'right';

/**
 * The viewer of a session; null where it is over. Who acts for somebody does so no longer than the right to it lasts, and an
 * hour at most; what both may do is known from memory, so that a request asks the database nothing more.
 */
export async function viewerIn(found: FoundSession, from: Source): Promise<Viewer | null> {
  const viewer = await viewerOf(found.user, found.versions);
  if (!found.proxied) return viewer;
  const { really: id, until } = found.proxied;
  const person = await viewerOf(id, found.versions);
  const isAllowed = viewer !== null && person !== null && may(person, 'proxy', 'User', viewer.user);
  const really = { id, name: person?.user.name ?? '' };
  if (isAllowed && until > now()) return { ...viewer, really };
  const user = { id: found.user, name: viewer?.user.name ?? '' };
  await breakProxy(found.id, { user, really, from }, isAllowed ? 'expired' : 'right');
  return null;
}

async function breakProxy(id: string, by: Doer, reason: Why): Promise<void> {
  await transaction(async () => {
    if (await endSession(id)) await recordProxy(by, 'proxyEnd', reason);
  });
}

/** Writes down that somebody begins to act for another, or no longer does and why. */
export async function recordProxy(by: Doer, action: 'proxyStart' | 'proxyEnd', reason?: Why): Promise<void> {
  const { user } = by;
  const subject = user && { type: 'User', id: user.id, ...(user.name ? { name: user.name } : {}) };
  await recordEvent({
    by,
    kind: 'proxy',
    action,
    ...(subject ? { subject } : {}),
    ...(reason ? { details: { reason } } : {}),
  });
}
