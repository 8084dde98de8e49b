import type { OutboxMessage } from '#schemas/generated/types.ts';
import { putJob } from '../jobs/queue.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';

/**
 * Has a message sent, in the transaction that causes it: what is undone sends nothing, and what is stored is sent (design 8).
 * One that nobody has an address for is only kept, and tells so; one with `notBefore` is not sent earlier.
 */
export async function postMail(message: Partial<OutboxMessage>): Promise<OutboxMessage> {
  return await transaction(async () => {
    const posted = await store('OutboxMessage').insert(message);
    const due = posted.notBefore ? new Date(posted.notBefore) : undefined;
    if (posted.status === 'waiting') await putJob('mail', `OutboxMessage/${posted.id}`, due);
    return posted;
  });
}
