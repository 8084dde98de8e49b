import type { Entity, Invitation } from '#schemas/generated/types.ts';
import { asMarkdown } from '#schemas/mail/merge-fields.ts';
import { nameOfDoer } from '../access/actor.ts';
import { assertFreshSignIn } from '../access/fresh-sign-in.ts';
import type { Viewer } from '../access/viewer.ts';
import { fromNow, now } from '../clock/clock.ts';
import { holdOrganization } from '../entities/client-entity.ts';
import { hourlyLimit } from '../host/database/limiter.ts';
import { contentOf } from '../mail/content.ts';
import { assertMayHaveSent, mailboxOf } from '../mail/limits.ts';
import { postMail } from '../mail/outbox.ts';
import { linkTo } from '../mail/own-links.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { hashOf } from '../secrets/secrets.ts';
import { store } from '../store/store.ts';

/** An invitation waits so long for whoever has the address; milliseconds. */
export const invitationLifetime = 14 * 86_400_000;

/** Counts the invitations that one person sends to one mailbox, whatever becomes of them. */
const assertNotPestering = hourlyLimit({
  name: 'invitation-address',
  hourly: 3,
  reason: 'This address was invited too often; try again later',
});

/**
 * Invitations by address: whoever may make members invites them, and learns nothing of whether anybody has the address. Each
 * costs the same one message in the outbox; the worker finds out whether there is somebody to send it to.
 */
export const invitations: Declaration<Invitation> = {
  makingRefuses: ['RATE_LIMITED'],
  async beforeWrite({ viewer, changes }) {
    assertFreshSignIn(viewer);
    const address = changes.address?.toLowerCase() ?? '';
    const entity = changes.entity ? await holdOrganization(changes.entity) : null;
    // MongoDB takes away what has expired within a minute: until then it is in nobody's way.
    await store('Invitation').deleteMany({ entity: entity?.id, address, expires: { $lte: now() } });
    await assertMayHaveSent(viewer.user.id);
    await assertNotPestering(`${viewer.user.id} ${hashOf(mailboxOf(address))}`);
    const expires = fromNow(invitationLifetime).toISOString();
    return { ...changes, address, by: viewer.user.id, expires, treeScope: entity?.treeScope ?? [] };
  },
  async afterWrite(invitation, { action, viewer }) {
    if (action === 'create') await sendInvitation(invitation, viewer);
  },
};

async function sendInvitation({ address, entity: id }: Invitation, viewer: Viewer): Promise<void> {
  const entity = await store('Entity').findOne({ _id: id });
  const message = entity ? messageOf(entity, viewer) : {};
  await postMail({ kind: 'invitation', to: [address], by: viewer.user.id, ...message });
}

function messageOf({ name }: Entity, viewer: Viewer) {
  const who = nameOfDoer(viewer);
  return contentOf(
    `${who} invites you to ${name}`,
    `Hello,\n\n${asMarkdown(who)} invites you to become a member of ${asMarkdown(name)} in the portal. You decide in your settings, signed in by this address:\n\n<${linkTo('/settings')}>\n\nNothing changes before you accept. If you do not want to, nothing needs to be done: the invitation ends after two weeks.`,
  );
}
