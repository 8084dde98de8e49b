import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';

/** Tells a form which channels order on it, by where they stand: who may use one of those may read it (design 4). */
export async function offerForm(id: string): Promise<void> {
  await transaction(async () => {
    // Held first: another channel that comes or goes meanwhile writes to the form as well.
    await store('Form').hold(id);
    const channels = await store('Channel').find({ filter: { orderFormId: id } });
    const offeredIn = [...new Set(channels.flatMap(({ treeScope }) => treeScope))];
    const offeredBy = [...new Set(channels.map(({ entityId }) => entityId))];
    await store('Form').rewrite({ _id: id }, { $set: { offeredIn, offeredBy } });
  });
}
