import type { OutboxMessage } from '#schemas/generated/types.ts';
import { enqueueJob } from '../jobs/queue.ts';
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
