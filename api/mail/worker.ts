import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { OutboxMessage } from '#schemas/generated/types.ts';
import { fromNow, now } from '../clock/clock.ts';
import type { Config } from '../host/config/config.ts';
import { withoutAddresses } from '../host/log.ts';
import type { LoopWork } from '../jobs/loops.ts';
import { type Claim, workNext } from '../jobs/queue.ts';
import type { MailTransport } from './message.ts';

/** What a message says when it is sent; null when there is nobody to send it to. */
type Composer = (message: OutboxMessage, config: Config) => Promise<{ subject: string; text: string } | null>;

interface Worker {
  config: Config;
  transport: MailTransport;
  log: FastifyBaseLogger;
  /** Of the kinds whose text is made only then, since it holds a link. */
  composers: Record<Exclude<OutboxMessage['kind'], 'message'>, Composer>;
}

/** Milliseconds: how often the outbox is looked at, and how long a claim outlives its process. */
const pause = 1_000;
const lease = 60_000;
const day = 86_400_000;
/** How long a message is tried, and how long it is kept after it was sent or given up. */
const triedFor = 3 * day;
const kept = { sent: 90 * day, failed: 365 * day };

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

/** Sends the message that is due longest. False when none is. */
function sendNext(worker: Worker): Promise<boolean> {
  return workNext('OutboxMessage', {
    lease,
    filter: { status: 'waiting' },
    noting: { attempts: { $add: ['$attempts', 1] } },
    work: (message) => deliver(message, worker),
  });
}

async function deliver(message: Claim<OutboxMessage>, { config, transport, log, composers }: Worker): Promise<void> {
  const { kind, to, cc, bcc, html, id } = message.record;
  try {
    const content = await { message: stored, ...composers }[kind](message.record, config);
    if (content) await transport.send({ to, cc, bcc, html, ...content, messageId: `<${id}@order-portal>` });
  } catch (error) {
    await postpone(message, error, log);
    return;
  }
  const sent = { status: 'sent', sentAt: now(), expires: fromNow(kept.sent) };
  const isOurs = await message.settle([{ $set: sent }]);
  if (!isOurs)
    log.warn({ message: id }, 'a message was taken over while it was sent, and may come twice under one Message-ID');
}

const stored: Composer = async ({ subject = '', text = '' }) => ({ subject, text });

/** Pauses double from two seconds to an hour; after three days the message is given up (design 8). */
async function postpone(message: Claim<OutboxMessage>, error: unknown, log: FastifyBaseLogger): Promise<void> {
  const { id, attempts } = message.record;
  const said = error instanceof Error ? error.message : String(error);
  const isOver = { $lt: ['$createdAt', fromNow(-triedFor)] };
  const after = await message.settle([
    {
      $set: {
        status: { $cond: [isOver, 'failed', 'waiting'] },
        expires: { $cond: [isOver, fromNow(kept.failed), null] },
        dueAt: fromNow(Math.min(1_000 * 2 ** attempts, 3_600_000)),
        lastError: { $literal: said.slice(0, 500) },
      },
    },
  ]);
  const told = { message: id, attempts, reason: withoutAddresses(said) };
  if (after?.status === 'failed') log.error(told, 'a message could not be sent for three days and is given up');
  else log.warn(told, 'a message could not be sent and will be tried again');
}
