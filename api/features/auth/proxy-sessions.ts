import type { Actor, RequestSource } from '../../engine/access/actor.ts';
import { may, type Viewer, viewerOf } from '../../engine/access/viewer.ts';
import { recordAuditEvent } from '../../engine/audit/record-event.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { now } from '../../platform/clock/clock.ts';
import { endSession, type FoundSession } from './sessions.ts';

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
export async function recordProxy(by: Actor, action: 'proxyStart' | 'proxyEnd', reason?: EndReason): Promise<void> {
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
