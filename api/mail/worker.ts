import type { Job, OutboxMessage } from '#schemas/generated/types.ts';
import { fromNow } from '../clock/clock.ts';
import type { Config } from '../host/config/config.ts';
import { idIn, type JobKind } from '../jobs/kind.ts';
import { store } from '../store/store.ts';
import type { MailTransport } from './message.ts';
import { longestSilence } from './transport.ts';

/** What a message says when it is sent; null when there is nobody to send it to. */
type Composer = (message: OutboxMessage, config: Config) => Promise<{ subject: string; text: string } | null>;

interface Worker {
  config: Config;
  transport: MailTransport;
  /** Of the kinds whose text is made only then, since it holds a link. */
  composers: Record<Exclude<OutboxMessage['kind'], 'message'>, Composer>;
}

/** Milliseconds: how long a message is kept after it was sent, and after it was given up. */
const day = 86_400_000;
const kept = { sent: 90 * day, failed: 365 * day };

/** Sends a message of the outbox; it is tried for three days (design 8). */
export function mailJob({ config, transport, composers }: Worker): JobKind<'mail'> {
  const compose = { ...composers, message: async ({ subject = '', text = '' }: OutboxMessage) => ({ subject, text }) };
  return {
    name: 'mail',
    every: 1_000,
    lease: 60_000,
    waits: longestSilence,
    triedFor: 3 * day,
    cancelableIn: ['waiting'],
    async work({ subject }) {
      const message = await store('OutboxMessage').findOne({ _id: idIn(subject) });
      if (message?.status !== 'waiting') return;
      const { kind, to, cc, bcc, html, id } = message;
      const content = await compose[kind](message, config);
      if (content) await transport.send({ to, cc, bcc, html, ...content, messageId: `<${id}@order-portal>` });
    },
    async follow({ subject, status, endedAt }) {
      await store('OutboxMessage').updateMany({ _id: idIn(subject) }, { $set: standing[status](endedAt) });
    },
  };
}

const unsent = { status: 'waiting', sentAt: null, expires: null };
const failed = () => ({ status: 'failed', expires: fromNow(kept.failed) });

/** How a message stands whose job stands like this. */
const standing = {
  waiting: () => unsent,
  running: () => unsent,
  done: (sentAt) => ({ status: 'sent', sentAt, expires: fromNow(kept.sent) }),
  failed,
  canceled: failed,
} satisfies Record<Job['status'], (endedAt: string | null) => Partial<Record<keyof OutboxMessage, unknown>>>;
