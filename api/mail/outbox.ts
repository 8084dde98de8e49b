import type { OutboxMessage } from '#schemas/generated/types.ts';
import { putJob } from '../jobs/queue.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';

/** Has a message sent, in the transaction that causes it: what is undone sends nothing, and what is stored is sent (design 8). */
export async function postMail(message: Partial<OutboxMessage>): Promise<void> {
  await transaction(async () => {
    const { id } = await store('OutboxMessage').insert(message);
    await putJob('mail', `OutboxMessage/${id}`);
  });
}
