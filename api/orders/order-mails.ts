import type { Order, OutboxMessage } from '#schemas/generated/types.ts';
import type { Viewer } from '../access/viewer.ts';
import { postMail } from '../mail/outbox.ts';
import type { CheckedWrite } from './check-order.ts';
import { noticesOf } from './notices.ts';
import { onboardingOf } from './onboarding.ts';

/** The mails that a write enqueues (onboarding mail and notices), and what the order notes about them. */
export async function mailsOf(write: CheckedWrite): Promise<{
  mails: Partial<OutboxMessage>[];
  noted: Partial<Pick<Order, 'onboardedAt'>>;
}> {
  const { order, transition, resolved } = write;
  const { mails, noted } = await onboardingOf(order, { transition, references: resolved.references });
  return { mails: [...mails, ...(await noticesOf(write))], noted };
}

interface PostOptions {
  order: Order;
  viewer: Viewer;
  /** Do not send before this ISO time, because the action can be undone until then. */
  notBefore?: string | null | undefined;
}

/** Enqueues the mails in the transaction that stores the order. */
export async function postMails(
  mails: Partial<OutboxMessage>[],
  { order: { id, revision }, viewer, notBefore = null }: PostOptions,
): Promise<void> {
  for (const mail of mails)
    await postMail({ ...mail, order: id, orderRevision: revision, by: viewer.user.id, notBefore });
}
