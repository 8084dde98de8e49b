import type { Order, OutboxMessage } from '#schemas/generated/types.ts';
import { isOrderNotification } from '#schemas/mail/order-notifications.ts';
import { builtInFormats } from '#schemas/texts/moments.ts';
import { loadReadable, may, type Viewer } from '../../../engine/access/viewer.ts';
import { enqueueMail } from '../../../engine/mail/outbox.ts';
import type { ResolvedRecipients } from '../../../engine/mail/recipients.ts';
import { templateOf } from '../../../engine/mail/templates.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { ApiError, missingPermission, notFound } from '../../../platform/errors/catalogue.ts';
import { assertMailRateLimit } from '../../../platform/mail/limits.ts';
import { mergeFieldValues } from './mail-values.ts';
import { noticeRecipients } from './notices.ts';
import { onboardingRecipients } from './onboarding.ts';

interface Resend {
  viewer: Viewer;
  /** Order id. */
  id: string;
  /** Id of the outbox message. */
  mail: string;
}

/**
 * Sends a mail about an order again, as a new message to the current recipients, since an address may have been
 * corrected. Throws RESOURCE_NOT_FOUND, MISSING_PERMISSION unless the viewer moderates the order, REQUEST_DENIED while
 * the first mail is being sent or when no recipient has an address, and RATE_LIMITED.
 */
export async function resendMail({ viewer, id, mail: mailId }: Resend): Promise<OutboxMessage> {
  const order = await loadReadable(viewer, 'Order', id);
  const mail = await storeOf('OutboxMessage').findOne({ _id: mailId, order: order.id });
  if (!mail) throw notFound('OutboxMessage', mailId);
  if (!may(viewer, 'moderate', 'Order', order)) throw missingPermission('update', 'Order', order.id);
  if (mail.status === 'waiting') throw new ApiError('REQUEST_DENIED', { reason: 'This mail is already being sent' });
  const first = (mail.resendOf && (await storeOf('OutboxMessage').findOne({ _id: mail.resendOf }))) || mail;
  const recipients = await addressesNow(order, first);
  if (recipients.status === 'noRecipient') {
    const rejectionText = recipients.refusals.map(({ recipient, reason }) => `${recipient}: ${reason}`).join('; ');
    throw new ApiError('REQUEST_DENIED', {
      reason: `This mail has no recipient with an address${rejectionText ? ` (${rejectionText})` : ''}`,
    });
  }
  await assertMailRateLimit(viewer.user.id);
  const { kind, subject, text = '', html, createdAt } = first;
  const note = `This is a copy of a message of ${builtInFormats['M/d/yy']?.(createdAt) ?? createdAt}.`;
  return await enqueueMail({
    ...{ kind, subject, ...recipients, by: viewer.user.id, resendOf: first.id },
    ...{ order: order.id, orderRevision: order.revision },
    text: `${note}\n\n${text}`,
    ...(html ? { html: html.replace('<body>\n', () => `<body>\n<p>${note}</p>\n`) } : {}),
  });
}

/** The recipients that the channel or template names now; for other messages those of the original. */
async function addressesNow(order: Order, { kind, by, to, cc, bcc }: OutboxMessage): Promise<ResolvedRecipients> {
  const known = await mergeFieldValues(order);
  if (isOrderNotification(kind))
    return await noticeRecipients(order, { notice: kind, by, known, recipients: await templateOf(kind) });
  const config = kind === 'onboarding' ? known.channel?.onboardingEmail?.config : undefined;
  if (config) return await onboardingRecipients(order, known, config);
  return { to, cc, bcc, refusals: [], status: to.length > 0 ? 'waiting' : 'noRecipient' };
}
