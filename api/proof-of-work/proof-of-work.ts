import type { ProofOfWork } from '#schemas/generated/types.ts';
import { unfit } from '../errors/catalogue.ts';
import { cameWhole } from '../imports/ledger.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { store } from '../store/store.ts';

/** Hooks of proof of work, which belongs to an order and optionally to one of its lines. */
export const proofOfWork: Declaration<ProofOfWork> = {
  isThere: cameWhole,
  async beforeWrite({ current, changes }) {
    const id = changes.orderId ?? current?.orderId;
    const isMoved = changes.orderId !== undefined || changes.orderProductId !== undefined;
    if (!isMoved || !id) return changes;
    const order = await store('Order').findOne({ _id: id });
    const line = changes.orderProductId ?? current?.orderProductId;
    if (line && !order?.products.some((each) => each.id === line))
      throw unfit([{ path: '/orderProductId', value: line, message: 'The order has no such line' }]);
    return changes;
  },
};
