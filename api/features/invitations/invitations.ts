import type { Invitation, OutboxMessage } from '#schemas/generated/types.ts';
import { assertFreshSignIn } from '../../engine/access/signed-in.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { hourlyRateLimit } from '../../platform/database/rate-limiter.ts';
import type { MailContent } from '../../platform/mail/content.ts';
import { assertMailRateLimit, mailboxOf } from '../../platform/mail/limits.ts';
import { hashSecret } from '../../platform/secrets/secrets.ts';
import { lockOrganization } from '../entities/client-entity.ts';
import { guildToJoin } from '../guilds/sign-up.ts';
import { usersOfAddress } from '../users/by-address.ts';
import { invitationLifetime, sendInvitation } from '../users/welcome.ts';

/** Rate limit of invitations per sender and mailbox, whatever becomes of them. */
const assertWithinAddressLimit = hourlyRateLimit({
  name: 'invitation-address',
  hourly: 3,
  reason: 'This address has been invited too often; try again later',
});

/**
 * Invitation hooks (membership by e-mail address). Inviting does not reveal whether the address is known: each
 * invitation enqueues one message, and the worker decides whether to send it.
 */
export const invitations: ResourceHooks<Invitation> = {
  createErrors: ['RATE_LIMITED'],
  async beforeWrite({ viewer, changes }) {
    assertFreshSignIn(viewer);
    const address = changes.address?.toLowerCase() ?? '';
    const entity = changes.entity ? await lockOrganization(changes.entity) : null;
    // MongoDB's TTL monitor takes up to a minute; delete expired invitations now, so that they do not block a new one.
    // The same for one that came with a new account: it is invisible to the viewer, and the new one replaces it.
    const replaced = { $or: [{ expires: { $lte: now() } }, { treeScope: { $size: 0 } }] };
    await storeOf('Invitation').deleteMany({ entity: entity?.id, address, ...replaced });
    await assertMailRateLimit(viewer.user.id);
    await assertWithinAddressLimit(`${viewer.user.id} ${hashSecret(mailboxOf(address))}`);
    const expires = fromNow(invitationLifetime).toISOString();
    return { ...changes, address, by: viewer.user.id, expires, treeScope: entity?.treeScope ?? [] };
  },
  async afterWrite(invitation, { action, viewer }) {
    if (action === 'create') await sendInvitation(invitation, viewer);
  },
};

/**
 * Returns the invitation mail if someone can sign in with the address; otherwise null, because strangers get no mail.
 */
export async function composeInvitationMail({
  to,
  subject = '',
  text = '',
  html,
}: OutboxMessage): Promise<MailContent | null> {
  const [address = ''] = to;
  const [user] = await usersOfAddress(address);
  return user || (await guildToJoin(address)) ? { subject, text, html } : null;
}
