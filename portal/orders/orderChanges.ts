import type { Order, OrderAction } from '#schemas/generated/types.ts';
import type { FurtherValues } from '#schemas/orders/order-fields.ts';
import type { lineInputs } from './savedOrder.ts';

/** What is asked, decided or noted of an order beside saving it (spec 4). */
export interface OrderActing
  extends Pick<OrderAction, 'kind'>,
    Partial<Pick<OrderAction, 'notes' | 'reason' | 'moderator' | 'rejections'>> {
  /** The data and notes of a change of a COMPLETE order, which a bypass is requested for. */
  changes?: Omit<OrderChanges, 'action' | 'restore'>;
  /** Approves the order in the same decision. */
  approve?: boolean;
}

/** What a save of an order may say (design 6). */
export type OrderChanges = Partial<
  Pick<Order, 'client' | 'formData' | 'status' | 'changeNotes' | 'cancelationReason' | 'cancelationNotes'>
> &
  FurtherValues & {
    products?: ReturnType<typeof lineInputs>;
    reason?: string;
    /** Goes alone, by a call of its own. */
    action?: OrderActing;
    /** The revision whose state is brought back; goes alone, too. */
    restore?: number;
  };

/** What goes with an order action beside its kind; the notes of a change go with the changed data. */
export type Decision = Omit<OrderActing, 'kind' | 'changes'> & Pick<OrderChanges, 'changeNotes'>;
