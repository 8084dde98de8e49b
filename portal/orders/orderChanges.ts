import type { Order, OrderAction } from '#schemas/generated/types.ts';
import type { FurtherValues } from '#schemas/orders/order-fields.ts';
import type { lineInputs } from './savedOrder.ts';

/** What is asked, decided or noted of an order beside saving it (spec 4). */
export type OrderActing = Pick<OrderAction, 'kind'> &
  Partial<Pick<OrderAction, 'notes' | 'reason' | 'moderator' | 'rejections'>>;

/** What a save of an order may say (design 6). */
export type OrderChanges = Partial<
  Pick<Order, 'client' | 'formData' | 'status' | 'cancelationReason' | 'cancelationNotes'>
> &
  FurtherValues & {
  products?: ReturnType<typeof lineInputs>;
  reason?: string;
  /** Goes alone, by a call of its own. */
  action?: OrderActing;
  /** The revision whose state is brought back; goes alone, too. */
  restore?: number;
};
