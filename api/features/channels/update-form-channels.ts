import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';

/**
 * Denormalizes onto a form the entities whose channels use it, because users of these channels may read the form
 * (design 4).
 */
export async function updateFormChannels(id: string): Promise<void> {
  await transaction(async () => {
    // Lock first: concurrent changes of other channels write to the form too.
    await storeOf('Form').lockForUpdate(id);
    const channels = await storeOf('Channel').find({ filter: { orderFormId: id } });
    const offeredIn = [...new Set(channels.flatMap(({ treeScope }) => treeScope))];
    const offeredBy = [...new Set(channels.map(({ entityId }) => entityId))];
    await storeOf('Form').updateDerived({ _id: id }, { $set: { offeredIn, offeredBy } });
  });
}
