import type { Job, OutboxMessage } from '#schemas/generated/types.ts';
import { fromNow } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { MailContent } from '../../platform/mail/content.ts';
import { type MailTransport, smtpReplyText } from '../../platform/mail/delivery.ts';
import { smtpTimeout } from '../../platform/mail/transport.ts';
import { type JobKind, subjectId } from '../jobs/kind.ts';
import { type Filter, storeOf } from '../store/store.ts';

/** Composes a message when it is sent. Returns null when there is no recipient any more. */
type Composer = (message: OutboxMessage, config: Config) => Promise<MailContent | null>;

/**
 * Message kinds that are composed at send time, because they contain a single-use link or the recipient may have
 * changed.
 */
const composed = ['signIn', 'verifyAddress', 'invitation'] as const;
type ComposedKind = (typeof composed)[number];

interface Worker {
  config: Config;
  transport: MailTransport;
  composers: Record<ComposedKind, Composer>;
}

/** Milliseconds: how long a message is retained after it was sent or given up. */
const day = 86_400_000;
const retention = { sent: 90 * day, failed: 365 * day };

/** The job that delivers one outbox message. It is retried for three days (design 8). */
export function mailJob({ config, transport, composers }: Worker): JobKind<'mail'> {
  const contentOf = async (message: OutboxMessage): Promise<MailContent | null> => {
    const { kind, subject = '', text = '', html, attachments } = message;
    const lateKind = composed.find((each) => each === kind);
    if (lateKind) return await composers[lateKind](message, config);
    return { subject, text, html, attachments };
  };
  return {
    name: 'mail',
    pollInterval: 1_000,
    // A delivery waits for the SMTP server and then for the database, at most about 11 mails a second in sequence.
    concurrency: 5,
    lease: 60_000,
    longestWait: smtpTimeout,
    giveUpAfter: 3 * day,
    cancelableIn: ['waiting'],
    async work({ subject }) {
      const message = await storeOf('OutboxMessage').findOne({ _id: subjectId(subject) });
      if (message?.status !== 'waiting') return;
      const content = await contentOf(message);
      if (content) await deliver({ message, content, transport });
    },
    async onStatusChange({ subject, status, endedAt }) {
      const message = { _id: subjectId(subject) };
      await storeOf('OutboxMessage').updateMany(message, { $set: changesFor[status](endedAt) });
      const change = (which: Filter, how: Record<string, unknown>) =>
        storeOf('OutboxMessage').updateMany({ ...message, ...which }, { $set: how });
      if (status === 'done') await change(reachedNobody, bounced());
      // When only some recipients were reached, mark the message as sent; `trouble` describes the others.
      if (status === 'failed') await change(reachedSomebody, changesFor.done(endedAt));
    },
  };
}

/**
 * Sends a message to the recipients it has not reached yet and stores the result. Permanently rejected recipients are
 * not retried. Throws when some were deferred, so that the job is retried.
 */
async function deliver({ message, content, transport }: Delivering): Promise<void> {
  const { id, to, cc, bcc, accepted, refusals } = message;
  const handled = new Set([...accepted, ...refusals.map(({ recipient }) => recipient)]);
  const due = [...new Set([...to, ...cc, ...bcc])].filter((address) => !handled.has(address));
  if (due.length === 0) return;
  const note = (changes: Record<string, unknown>) => storeOf('OutboxMessage').updateMany({ _id: id }, changes);
  const sent = await transport.send({ to, cc, bcc, due, ...content, id }).catch(async (error: unknown) => {
    await note({ $set: { trouble: smtpReplyText(error) ?? 'No mail server accepted it' } });
    throw error;
  });
  const unreached = new Set([...sent.rejected, ...sent.postponed].map(({ recipient }) => recipient));
  const delivered = due.filter((address) => !unreached.has(address));
  const deferred = sent.postponed.map(({ recipient, reason }) => `${recipient}: ${reason}`).join('; ');
  await note({
    $push: { accepted: { $each: delivered }, refusals: { $each: sent.rejected } },
    $set: { trouble: deferred || null },
  });
  if (deferred) throw new Error(deferred);
}

interface Delivering {
  message: OutboxMessage;
  content: MailContent;
  transport: MailTransport;
}

const unsent = { status: 'waiting', sentAt: null, expires: null };
const failed = () => ({ status: 'failed', expires: fromNow(retention.failed) });

/**
 * Bounced: every recipient rejected the message. A message that had no recipient left has neither accepted nor rejected
 * ones.
 */
const reachedNobody = { 'accepted.0': { $exists: false }, 'refusals.0': { $exists: true } };
const reachedSomebody = { 'accepted.0': { $exists: true } };
const bounced = () => ({ status: 'bounced', sentAt: null, expires: fromNow(retention.failed) });

/** Changes to a message for each status of its job. */
const changesFor = {
  waiting: () => unsent,
  running: () => unsent,
  done: (sentAt) => ({ status: 'sent', sentAt, expires: fromNow(retention.sent), attachments: [] }),
  failed,
  canceled: failed,
} satisfies Record<Job['status'], (endedAt: string | null) => Partial<Record<keyof OutboxMessage, unknown>>>;
