import type { Order, OutboxMessage } from '#schemas/generated/types.ts';
import type { Viewer } from '../access/viewer.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { noticeMails } from './notices.ts';
import { onboardingMail } from './onboarding.ts';
import type { ValidatedWrite } from './validate-order.ts';

/** The mails that a write enqueues (onboarding mail and notices), and what the order notes about them. */
export async function orderMails(write: ValidatedWrite): Promise<{
  mails: Partial<OutboxMessage>[];
  noted: Partial<Pick<Order, 'onboardedAt'>>;
}> {
  const { order, transition, resolved } = write;
  const { mails, noted } = await onboardingMail(order, { transition, references: resolved.references });
  return { mails: [...mails, ...(await noticeMails(write))], noted };
}

interface PostOptions {
  order: Order;
  viewer: Viewer;
  /** Do not send before this ISO time, because the action can be undone until then. */
  notBefore?: string | null | undefined;
}

/** Enqueues the mails in the transaction that stores the order. */
export async function enqueueOrderMails(
  mails: Partial<OutboxMessage>[],
  { order: { id, revision }, viewer, notBefore = null }: PostOptions,
): Promise<void> {
  for (const mail of mails)
    await enqueueMail({ ...mail, order: id, orderRevision: revision, by: viewer.user.id, notBefore });
}
