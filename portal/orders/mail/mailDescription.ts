import type { OutboxMessage } from '#schemas/generated/types.ts';
import { isOrderNotification } from '#schemas/mail/order-notifications.ts';

/** A mail about an order, from the order's mail log. */
export type OrderMail = Pick<
  OutboxMessage,
  | 'id'
  | 'createdAt'
  | 'kind'
  | 'subject'
  | 'to'
  | 'cc'
  | 'status'
  | 'refusals'
  | 'trouble'
  | 'orderRevision'
  | 'by'
  | 'resendOf'
> & { bcc?: string[] };

/** The delivery status in words, so that it does not depend on color. */
const outcomes = {
  waiting: 'is on its way to',
  sent: 'was sent to',
  failed: "couldn't be delivered within three days to",
  bounced: 'was rejected for',
  noRecipient: "wasn't sent, because no recipient has an address",
} as const satisfies Record<OrderMail['status'], string>;

/** Describes a mail and its delivery status: 'Notice “Order 7K3M is approved” was sent to ann@example.com'. */
export function describeMail({ kind, subject = '', to, cc, bcc = [], status, refusals, resendOf }: OrderMail): string {
  const title = `${isOrderNotification(kind) ? 'Notice' : 'E-mail'} “${subject}”${resendOf ? ', sent again,' : ''}`;
  const failedAddresses = new Set(status === 'bounced' ? [] : refusals.map(({ recipient }) => recipient));
  const recipients = [...new Set([...to, ...cc, ...bcc])].filter((address) => !failedAddresses.has(address)).join(', ');
  return status === 'noRecipient' ? `${title} ${outcomes[status]}` : `${title} ${outcomes[status]} ${recipients}`;
}

/** Whether the delivery failed for a recipient. */
export const isUndelivered = ({ status, refusals, trouble }: OrderMail): boolean =>
  (status !== 'sent' && status !== 'waiting') || refusals.length > 0 || (status === 'sent' && Boolean(trouble));

/**
 * Returns the delivery errors: the failed recipients with the mail server's reason (bounces), and why a mail waits or
 * was given up.
 */
export function deliveryErrors({ refusals, trouble, status }: OrderMail): string[] {
  const wait = status === 'waiting' ? 'Retrying' : 'Failed';
  return [
    ...refusals.map(({ recipient, reason }) => `${recipient}: ${reason}`),
    ...(trouble ? [`${wait}: ${trouble}`] : []),
  ];
}
