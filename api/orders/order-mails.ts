import type { Order, OutboxMessage } from '#schemas/generated/types.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import type { Viewer } from '../access/viewer.ts';
import { postMail } from '../mail/outbox.ts';
import { noticesOf } from './notices.ts';
import { onboardingOf } from './onboarding.ts';
import type { References } from './references.ts';

interface Saved {
  transition: Transition | undefined;
  references: References;
  viewer: Viewer;
  body: Partial<Order>;
}

/** What a save queues, to the client and to the people whom it concerns, and what the order notes of it. */
export async function mailsOf(order: Order, { transition, references, viewer, body }: Saved) {
  const { mails, noted } = await onboardingOf(order, { transition, references });
  const notices = await noticesOf(order, { transition, viewer, reason: body.reason ?? body.changeNotes });
  return { mails: [...mails, ...notices], noted };
}

/** Queues them, in the transaction that has stored the order. */
export async function postMails(
  mails: Partial<OutboxMessage>[],
  { id, revision }: Order,
  viewer: Viewer,
): Promise<void> {
  for (const mail of mails) await postMail({ ...mail, order: id, orderRevision: revision, by: viewer.user.id });
}
