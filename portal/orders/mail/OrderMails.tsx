import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutboxMessage } from '#schemas/generated/types.ts';
import { isOrderNotification } from '#schemas/mail/order-notifications.ts';
import type { Page, PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../look/Button.tsx';
import { Dialog } from '../../look/Dialog.tsx';
import { Icon } from '../../look/Icon.tsx';
import { useToast } from '../../look/Toasts.tsx';
import styles from '../history/Timeline.module.css';

/** The largest page of the API (design 3), and more mails than one order causes. */
const limit = 200;

/** The polling interval while a mail is waiting; milliseconds. */
const pollingInterval = 2_000;

const logKey = (order: string) => ['orders', 'mails', order];

/**
 * The query key contains whatever can cause a mail (status, dates, actions), so that the mails are reloaded after such
 * a change.
 */
const mailsOf = ({ id, status, submissionDate, changeDate, actions }: PopulatedOrder) =>
  queryOptions({
    queryKey: [...logKey(id), status, submissionDate, changeDate, actions.length],
    queryFn: ({ signal }) => request<Page<OrderMail>>({ path: `orders/${id}/mails`, query: { limit }, signal }),
    // No mail is sent before the order is submitted.
    enabled: submissionDate !== null,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => state.data?.results.some(({ status: now }) => now === 'waiting') && pollingInterval,
  });

/** Hook: the mails about an order, newest first. */
export const useOrderMails = (order: PopulatedOrder) => useQuery(mailsOf(order));

/** A mail in the history: its kind, recipients and delivery status. */
export function MailEntry({ mail, by }: { mail: OrderMail; by: string | null }) {
  const isBad = isUndelivered(mail);
  return (
    <span className={styles.mail} data-trouble={isBad || undefined}>
      <Icon name={isBad ? 'warn' : 'mail'} size={16} />
      <span>{`${describeMail(mail)}${by ? ` by ${by}` : ''}`}</span>
    </span>
  );
}

/**
 * The button that sends a mail again, after a prompt that names the recipients. The new mail then appears in the
 * history.
 */
export function ResendButton({ order, mail }: { order: string; mail: OrderMail }) {
  const cache = useQueryClient();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const subject = mail.subject ?? '';
  const recipients = [...mail.to, ...mail.cc];
  const resendMail = useMutation({
    mutationFn: () => request<OrderMail>({ method: 'POST', path: `orders/${order}/mails/${mail.id}/resend`, body: {} }),
    onSuccess: async ({ to }) => {
      toast(`Sent again to ${to.join(', ')}`);
      await cache.invalidateQueries({ queryKey: logKey(order) });
    },
    onError: (error) => toast(error.message, { isError: true }),
  });
  if (mail.status === 'waiting') return null;
  return (
    <div className={styles.resend}>
      <Button
        kind="quiet"
        isBusy={resendMail.isPending}
        aria-label={`Send “${subject}” again`}
        onClick={() => setAsking(true)}
      >
        Send again
      </Button>
      {isAsking && (
        <Dialog
          title="Send this mail again?"
          onClose={() => setAsking(false)}
          onSubmit={() => {
            setAsking(false);
            resendMail.mutate();
          }}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button type="submit" kind="primary">
                Send again
              </Button>
            </>
          }
        >
          <p>{`“${subject}” will be sent to ${recipients.length > 0 ? recipients.join(', ') : 'its recipients'} again.`}</p>
        </Dialog>
      )}
    </div>
  );
}

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
const isUndelivered = ({ status, refusals, trouble }: OrderMail): boolean =>
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
