import { setTimeout as after } from 'node:timers/promises';
import type { OutboxMessage } from '#schemas/generated/types.ts';
import { now } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { enqueueAgain, enqueueJob } from '../jobs/queue.ts';
import type { ResourceHooks } from '../resource/rules/declaration.ts';
import { storeOf } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';

/**
 * Transactional outbox: stores a message in the caller's transaction and enqueues its delivery, so a rollback sends
 * nothing and a commit always sends (design 8). A message without any address is stored with status `noRecipient`.
 * `notBefore` delays the delivery. Returns the stored message.
 */
export async function enqueueMail(message: Partial<OutboxMessage>): Promise<OutboxMessage> {
  return await transaction(async () => {
    const posted = await storeOf('OutboxMessage').insert(message);
    const due = posted.notBefore ? new Date(posted.notBefore) : undefined;
    if (posted.status === 'waiting') await enqueueJob('mail', `OutboxMessage/${posted.id}`, due);
    return posted;
  });
}

/** Hooks of the outbox: an administrator retries a message that failed or bounced by setting it to `waiting`. */
export const outboxMessages: ResourceHooks<OutboxMessage> = {
  async beforeWrite({ current, changes }) {
    const { status } = changes;
    if (!current || status === undefined || status === current.status) return changes;
    if (status === 'waiting' && (current.status === 'failed' || current.status === 'bounced'))
      return { status, refusals: [], trouble: null, expires: null };
    throw new ApiError('REQUEST_DENIED', {
      reason: `The status of a message cannot change from ${current.status} to ${status}`,
    });
  },
  async afterWrite({ id, status }, { current }) {
    if (status === 'waiting' && current && current.status !== 'waiting')
      await enqueueAgain('mail', `OutboxMessage/${id}`);
  },
};

/** Unsent mails in the outbox: `waiting`, and `failed` after three days of retries. Counted up to 1,000. */
interface Backlog {
  waiting: number;
  failed: number;
  /** Age in seconds of the oldest message that waits although it may be sent; 0 without one. */
  oldest: number;
}

const countLimit = 1_000;
/** Query timeout in milliseconds, so that a status request does not wait for a database that hangs. */
const timeout = 1_000;

/** Counts unsent mails. Returns null when the database does not answer within the timeout. */
export async function mailBacklog(): Promise<Backlog | null> {
  const count = (status: string) => storeOf('OutboxMessage').count({ status }, countLimit);
  const counts = Promise.all([count('waiting'), count('failed'), oldestWaiting()]).then(
    ([waiting, failed, oldest]) => ({ waiting, failed, oldest }),
  );
  return await Promise.race([counts.catch(() => null), after(timeout, null, { ref: false })]);
}

/** A message waits since its creation, or since the time before which it must not be sent. */
async function oldestWaiting(): Promise<number> {
  const time = now();
  const filter = { status: 'waiting', $or: [{ notBefore: null }, { notBefore: { $lte: time } }] };
  const [message] = await storeOf('OutboxMessage').find({ filter, sort: ['createdAt'], limit: 1 });
  if (!message) return 0;
  const since = message.notBefore ?? message.createdAt;
  return Math.max(0, (time.getTime() - Date.parse(since)) / 1_000);
}
