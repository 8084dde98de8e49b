import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { OutboxMessage } from '#schemas/generated/types.ts';
import type { Config } from '../config/config.ts';
import type { LoopWork } from '../process/loops.ts';
import { store } from '../resource/store.ts';
import type { MailTransport } from './message.ts';
import { signInText } from './sign-in-message.ts';

interface Worker {
  config: Config;
  transport: MailTransport;
  log: FastifyBaseLogger;
}

/** Milliseconds: how often the outbox is looked at, how long a claim holds, how long a message is tried. */
const pause = 1_000;
const lease = 60_000;
const giveUpAfter = 3 * 86_400_000;

const wishes = new EventEmitter();

/** Lets the worker of this process look at the outbox at once. */
export function wakeMail(): void {
  wishes.emit('wake');
}

/** Sends what the outbox holds; several processes may share one outbox (design 8). */
export function mailLoop(worker: Worker): LoopWork {
  return {
    name: 'mail',
    every: pause,
    wishes,
    turn: async (goesOn) => {
      while (goesOn() && (await sendNext(worker)));
    },
  };
}

/** Claims the next message that is due and sends it. False when none is. */
async function sendNext({ config, transport, log }: Worker): Promise<boolean> {
  const now = Date.now();
  const [next] = await store('OutboxMessage').find({
    filter: { status: 'waiting', dueAt: { $lte: new Date(now) } },
    sort: ['dueAt'],
    limit: 1,
  });
  if (!next) return false;
  const claimed = await store('OutboxMessage').update(
    { _id: next.id, revision: next.revision },
    { dueAt: new Date(now + lease).toISOString(), attempts: next.attempts + 1 },
  );
  if (!claimed) return true;
  try {
    const content = await composers[claimed.kind](claimed, config);
    if (content) {
      const { to, cc, bcc, html, id } = claimed;
      await transport.send({
        to,
        cc,
        bcc,
        html,
        ...content,
        messageId: `<${id}@order-portal>`,
      });
    }
    await store('OutboxMessage').update({ _id: claimed.id }, { status: 'sent', sentAt: new Date().toISOString() });
  } catch (error) {
    await postpone(claimed, error);
    log.warn(
      { err: error, message: claimed.id, attempts: claimed.attempts },
      'a message could not be sent and will be tried again',
    );
  }
  return true;
}

/** What each kind of message says when it is sent; null when there is nobody to send it to. */
const composers = {
  message: async ({ subject = '', text = '' }) => ({ subject, text }),
  signIn: signInText,
} satisfies Record<
  OutboxMessage['kind'],
  (message: OutboxMessage, config: Config) => Promise<{ subject: string; text: string } | null>
>;

/** Pauses double from one second to an hour; after three days the message is given up (design 8). */
async function postpone({ id, attempts, createdAt }: OutboxMessage, error: unknown): Promise<void> {
  const lastError = error instanceof Error ? error.message.slice(0, 500) : String(error);
  const isOver = Date.now() - Date.parse(createdAt) > giveUpAfter;
  const delay = Math.min(1_000 * 2 ** attempts, 3_600_000);
  await store('OutboxMessage').update(
    { _id: id },
    isOver ? { status: 'failed', lastError } : { dueAt: new Date(Date.now() + delay).toISOString(), lastError },
  );
}
