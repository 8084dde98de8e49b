import type { ProofOfWork } from '#schemas/generated/types.ts';
import { visibleImportsFilter } from '../../engine/imports/import-visibility.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRecord } from '../../platform/errors/catalogue.ts';

/** Hooks of proof of work, which belongs to an order and optionally to one of its lines. */
export const proofOfWork: ResourceHooks<ProofOfWork> = {
  visibilityCondition: visibleImportsFilter,
  async beforeWrite({ current, changes }) {
    const id = changes.orderId ?? current?.orderId;
    const isMoved = changes.orderId !== undefined || changes.orderProductId !== undefined;
    if (!isMoved || !id) return changes;
    const order = await storeOf('Order').findOne({ _id: id });
    const line = changes.orderProductId ?? current?.orderProductId;
    if (line && !order?.products.some((each) => each.id === line))
      throw invalidRecord([{ path: '/orderProductId', value: line, message: 'The order has no such line' }]);
    return changes;
  },
};
