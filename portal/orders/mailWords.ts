import type { OutboxMessage } from '#schemas/generated/types.ts';
import { isNotice } from '#schemas/mail/notices.ts';

/** A mail about an order, as the order's log tells it. */
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

/** What became of a mail, after what it is: in words that need no colour. */
const outcomes = {
  waiting: 'is on its way to',
  sent: 'was sent to',
  failed: 'could not be delivered in three days to',
  bounced: 'was refused for',
  noRecipient: 'was not sent: nobody has an address',
} as const satisfies Record<OrderMail['status'], string>;

/** What a mail is and what became of it: 'Notice “Order 7K3M is approved” was sent to ann@example.com'. */
export function wordsOfMail({ kind, subject = '', to, cc, bcc = [], status, refusals, resendOf }: OrderMail): string {
  const what = `${isNotice(kind) ? 'Notice' : 'E-mail'} “${subject}”${resendOf ? ', sent again,' : ''}`;
  const unreached = new Set(status === 'bounced' ? [] : refusals.map(({ recipient }) => recipient));
  const whom = [...new Set([...to, ...cc, ...bcc])].filter((address) => !unreached.has(address)).join(', ');
  return status === 'noRecipient' ? `${what} ${outcomes[status]}` : `${what} ${outcomes[status]} ${whom}`;
}

/** Whether somebody whom it is for does not get it. */
export const isTroubled = ({ status, refusals, trouble }: OrderMail): boolean =>
  (status !== 'sent' && status !== 'waiting') || refusals.length > 0 || (status === 'sent' && Boolean(trouble));

/** Whom it did not reach and why, in the mail server's words; and why it waits. */
export function troublesOf({ refusals, trouble, status }: OrderMail): string[] {
  const wait = status === 'waiting' ? 'It is tried again' : 'Given up';
  return [
    ...refusals.map(({ recipient, reason }) => `${recipient}: ${reason}`),
    ...(trouble ? [`${wait}: ${trouble}`] : []),
  ];
}
