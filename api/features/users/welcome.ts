import type { FastifyInstance } from 'fastify';
import { rolesInWords } from '#schemas/access/account-rights.ts';
import type { Entity, EntityMember, Invitation, User } from '#schemas/generated/types.ts';
import { asMarkdown } from '#schemas/mail/merge-fields.ts';
import { actorName } from '../../engine/access/actor.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { assertMay, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { enqueueMail } from '../../engine/mail/outbox.ts';
import { resolveRecipients } from '../../engine/mail/recipients.ts';
import { mergeTemplate, templateOf } from '../../engine/mail/templates.ts';
import { idParams, sentTo } from '../../engine/resource/schemas/body-schema.ts';
import { storeOf } from '../../engine/store/store.ts';
import { fromNow } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { absoluteUrl, renderMail } from '../../platform/mail/content.ts';
import { assertMailRateLimit } from '../../platform/mail/limits.ts';
import { lockOrganization } from '../entities/client-entity.ts';

/**
 * Sends the welcome mail: an account was created, and how to sign in. It contains no sign-in link that could expire
 * (design 4).
 */
export async function sendWelcomeMail(user: User, by: Viewer): Promise<void> {
  const template = await templateOf('welcome');
  const values = new Map([
    ['user.name', user.name],
    ['user.email', user.email],
    ['by.name', actorName(by)],
    ['portal.link', absoluteUrl('/')],
  ]);
  const recipients = await resolveRecipients(template, async (variable) => (variable === 'user' ? [user.email] : []));
  await enqueueMail({
    kind: 'welcome',
    ...recipients,
    ...mergeTemplate(template, values),
    user: user.id,
    by: by.user.id,
  });
}

/** Invitations expire after this time; milliseconds. */
export const invitationLifetime = 14 * 86_400_000;

/**
 * Invites the owner of an address to the entities of a new account with that address, which the viewer created without
 * being able to read the owner (design 4): the owner accepts in a session of their own. The response to the viewer is
 * the same as for an unknown address, so the rate limits of invitations do not apply: they would reveal the owner.
 */
export async function inviteOwner(
  { email: address, roles }: Pick<User, 'email' | 'roles'>,
  memberships: Pick<EntityMember, 'entity' | 'flags'>[],
  viewer: Viewer,
): Promise<void> {
  const entities = memberships.map(({ entity }) => entity);
  const open = await storeOf('Invitation').find({ filter: { address, entity: { $in: entities } }, only: ['entity'] });
  for (const { entity: id, flags } of memberships) {
    const entity = open.some((each) => each.entity === id) ? null : await lockOrganization(id);
    if (!entity) continue;
    const expires = fromNow(invitationLifetime).toISOString();
    // Outside the tree, so that no list of invitations reveals that the address has an owner.
    const fields = { address, entity: id, flags, by: viewer.user.id, expires, treeScope: [] };
    const invitation = await storeOf('Invitation').insert(fields);
    await recordAuditChange({ viewer, action: 'create', name: 'Invitation', before: null, after: invitation });
    await sendInvitation(invitation, viewer, roles);
  }
}

/** Withdraws the viewer's invitations of an address to the entities of an account that ends before anybody used it. */
export async function withdrawInvitations({ id, email: address }: User, viewer: Viewer): Promise<void> {
  const members = await storeOf('EntityMember').find({ filter: { user: id }, only: ['entity'] });
  const entities = members.map(({ entity }) => entity);
  const filter = { address, by: viewer.user.id, entity: { $in: entities } };
  for (const { id: _id } of await storeOf('Invitation').find({ filter, only: ['id'] })) {
    const before = await storeOf('Invitation').delete({ _id });
    if (before) await recordAuditChange({ viewer, action: 'delete', name: 'Invitation', before, after: null });
  }
}

/** Sends the mail of an invitation to become a member of an entity, with the roles of an account that it came with. */
export async function sendInvitation(
  { address, entity: id }: Invitation,
  viewer: Viewer,
  roles: User['roles'] = [],
): Promise<void> {
  const entity = await storeOf('Entity').findOne({ _id: id });
  const message = entity ? messageOf(entity, viewer, roles) : {};
  await enqueueMail({ kind: 'invitation', to: [address], by: viewer.user.id, ...message });
}

function messageOf({ name }: Entity, viewer: Viewer, roles: User['roles']) {
  const sender = actorName(viewer);
  const rolesLine =
    roles.length > 0
      ? `You also get ${rolesInWords(roles)}, unless your account already has rights that ${asMarkdown(sender)} does not have.\n\n`
      : '';
  return renderMail(
    `${sender} invites you to ${name}`,
    `Hello,\n\n${asMarkdown(sender)} invites you to become a member of ${asMarkdown(name)} in the portal. Sign in with this address and accept or decline in your settings:\n\n<${absoluteUrl('/settings')}>\n\n${rolesLine}Nothing changes before you accept. If you do not want to, nothing needs to be done: the invitation ends after two weeks.`,
  );
}

/** POST /api/users/{id}/welcome (ours): sends the welcome mail again, for users who may create that user. */
export async function welcomeRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string } }>(
    '/api/users/:id/welcome',
    { schema: { params: idParams('id') }, config: { documentation } },
    async (request) => welcomeAgain(signedIn(request), request.params.id),
  );
}

async function welcomeAgain(viewer: Viewer, id: string): Promise<{ sentTo: string }> {
  const user = await loadReadable(viewer, 'User', id);
  assertMay(viewer, 'create', 'User', user);
  if (user.inactive) {
    const details = { resourceType: 'User', resourceId: user.id };
    throw new ApiError('RESOURCE_INOPERABLE', { reason: 'An inactive user can not sign in', details });
  }
  await assertMailRateLimit(viewer.user.id);
  await sendWelcomeMail(user, viewer);
  return { sentTo: user.email };
}

const documentation = {
  summary: 'Resend the welcome mail with sign-in instructions to a User',
  operationId: 'sendWelcomeMail',
  tag: 'users',
  answer: sentTo,
  errors: [
    'MISSING_ABILITY' as const,
    'MISSING_PERMISSION' as const,
    'RESOURCE_NOT_FOUND' as const,
    'RESOURCE_INOPERABLE' as const,
    'RATE_LIMITED' as const,
  ],
};
