import type { Job, OutboxMessage } from '#schemas/generated/types.ts';
import { fromNow } from '../clock/clock.ts';
import type { Config } from '../host/config/config.ts';
import { idIn, type JobKind } from '../jobs/kind.ts';
import { type Filter, store } from '../store/store.ts';
import type { Content } from './content.ts';
import { wordsOf } from './delivery.ts';
import type { MailTransport } from './message.ts';
import { longestSilence } from './transport.ts';

/** What a message says as it is found when it is sent; null when there is nobody to send it to. */
type Composer = (message: OutboxMessage, config: Config) => Promise<Content | null>;

/** The kinds of which only then is known what they say, or to whom: they hold a link, or the address may be nobody's. */
const composed = ['signIn', 'verifyAddress', 'invitation'] as const;
type ComposedKind = (typeof composed)[number];

interface Worker {
  config: Config;
  transport: MailTransport;
  composers: Record<ComposedKind, Composer>;
}

/** Milliseconds: how long a message is kept after it was sent, and after it was given up. */
const day = 86_400_000;
const kept = { sent: 90 * day, failed: 365 * day };

/** Sends a message of the outbox; it is tried for three days (design 8). */
export function mailJob({ config, transport, composers }: Worker): JobKind<'mail'> {
  const contentOf = async (message: OutboxMessage): Promise<Content | null> => {
    const { kind, subject = '', text = '', html, attachments } = message;
    const late = composed.find((each) => each === kind);
    if (late) return await composers[late](message, config);
    return { subject, text, html, attachments };
  };
  return {
    name: 'mail',
    every: 1_000,
    // A message waits for its server and for the database, one after the other: 11 a second, if for nothing else.
    atOnce: 5,
    lease: 60_000,
    waits: longestSilence,
    triedFor: 3 * day,
    cancelableIn: ['waiting'],
    async work({ subject }) {
      const message = await store('OutboxMessage').findOne({ _id: idIn(subject) });
      if (message?.status !== 'waiting') return;
      const content = await contentOf(message);
      if (content) await deliver({ message, content, transport });
    },
    async follow({ subject, status, endedAt }) {
      const message = { _id: idIn(subject) };
      await store('OutboxMessage').updateMany(message, { $set: standing[status](endedAt) });
      const change = (which: Filter, how: Record<string, unknown>) =>
        store('OutboxMessage').updateMany({ ...message, ...which }, { $set: how });
      if (status === 'done') await change(reachedNobody, bounced());
      // Some of them have it: the others are told as its trouble.
      if (status === 'failed') await change(reachedSomebody, standing.done(endedAt));
    },
  };
}

/**
 * Hands a message over for whom it has not reached yet, and notes what became of it: who was refused for good is not tried
 * again. Throws for who may have it later, so that the job is.
 */
async function deliver({ message, content, transport }: Delivering): Promise<void> {
  const { id, to, cc, bcc, accepted, refusals } = message;
  const settled = new Set([...accepted, ...refusals.map(({ recipient }) => recipient)]);
  const due = [...new Set([...to, ...cc, ...bcc])].filter((address) => !settled.has(address));
  if (due.length === 0) return;
  const note = (changes: Record<string, unknown>) => store('OutboxMessage').updateMany({ _id: id }, changes);
  const sent = await transport
    .send({ to, cc, bcc, due, ...content, messageId: `<${id}@order-portal>` })
    .catch(async (error: unknown) => {
      await note({ $set: { trouble: wordsOf(error) ?? 'No mail server took it' } });
      throw error;
    });
  const unreached = new Set([...sent.refused, ...sent.postponed].map(({ recipient }) => recipient));
  const taken = due.filter((address) => !unreached.has(address));
  const later = sent.postponed.map(({ recipient, reason }) => `${recipient}: ${reason}`).join('; ');
  await note({
    $push: { accepted: { $each: taken }, refusals: { $each: sent.refused } },
    $set: { trouble: later || null },
  });
  if (later) throw new Error(later);
}

interface Delivering {
  message: OutboxMessage;
  content: Content;
  transport: MailTransport;
}

const unsent = { status: 'waiting', sentAt: null, expires: null };
const failed = () => ({ status: 'failed', expires: fromNow(kept.failed) });

/** A mail that everybody it is for was refused; one that was for nobody any more has nothing of either. */
const reachedNobody = { 'accepted.0': { $exists: false }, 'refusals.0': { $exists: true } };
const reachedSomebody = { 'accepted.0': { $exists: true } };
const bounced = () => ({ status: 'bounced', sentAt: null, expires: fromNow(kept.failed) });

/** How a message stands whose job stands like this. */
const standing = {
  waiting: () => unsent,
  running: () => unsent,
  done: (sentAt) => ({ status: 'sent', sentAt, expires: fromNow(kept.sent), attachments: [] }),
  failed,
  canceled: failed,
} satisfies Record<Job['status'], (endedAt: string | null) => Partial<Record<keyof OutboxMessage, unknown>>>;
