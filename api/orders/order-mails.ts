import type { Order, OutboxMessage } from '#schemas/generated/types.ts';
import type { Viewer } from '../access/viewer.ts';
import { postMail } from '../mail/outbox.ts';
import type { CheckedWrite } from './check-order.ts';
import { noticesOf } from './notices.ts';
import { onboardingOf } from './onboarding.ts';

/** What a write queues, to the client and to the people whom it concerns, and what the order notes of it. */
export async function mailsOf(write: CheckedWrite): Promise<{
  mails: Partial<OutboxMessage>[];
  noted: Partial<Pick<Order, 'onboardedAt'>>;
}> {
  const { order, transition, resolved } = write;
  const { mails, noted } = await onboardingOf(order, { transition, references: resolved.references });
  return { mails: [...mails, ...(await noticesOf(write))], noted };
}

interface Posting {
  order: Order;
  viewer: Viewer;
  /** Until when they wait, as ISO: what causes them can be undone. */
  notBefore?: string | null | undefined;
}

/** Queues them, in the transaction that has stored the order. */
export async function postMails(
  mails: Partial<OutboxMessage>[],
  { order: { id, revision }, viewer, notBefore = null }: Posting,
): Promise<void> {
  for (const mail of mails)
    await postMail({ ...mail, order: id, orderRevision: revision, by: viewer.user.id, notBefore });
}
