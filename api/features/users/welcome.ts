import type { FastifyInstance } from 'fastify';
import type { User } from '#schemas/generated/types.ts';
import { actorName } from '../../engine/access/actor.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { assertMay, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { enqueueMail } from '../../engine/mail/outbox.ts';
import { resolveRecipients } from '../../engine/mail/recipients.ts';
import { mergeTemplate, templateOf } from '../../engine/mail/templates.ts';
import { idParams, sentTo } from '../../engine/resource/schemas/body-schema.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { absoluteUrl } from '../../platform/mail/content.ts';
import { assertMailRateLimit } from '../../platform/mail/limits.ts';

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
