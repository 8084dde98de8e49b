import type { Order, OrderAction } from '#schemas/generated/types.ts';
import type { AdditionalValues } from '#schemas/orders/order-fields.ts';
import type { linesForRequest } from './savedOrder.ts';

/** An action on an order other than a save: request, decision or note (spec 4). */
export interface OrderActionInput
  extends Pick<OrderAction, 'kind'>,
    Partial<Pick<OrderAction, 'notes' | 'reason' | 'moderator' | 'rejections'>> {
  /** The data and notes of a change request of a COMPLETE order for which a bypass is requested. */
  changes?: Omit<OrderPatch, 'action' | 'restore'>;
  /** Approves the order in the same step. */
  approve?: boolean;
}

/** The body of a save (design 6). */
export type OrderPatch = Partial<
  Pick<Order, 'client' | 'formData' | 'status' | 'changeNotes' | 'cancelationReason' | 'cancelationNotes'>
> &
  AdditionalValues & {
    products?: ReturnType<typeof linesForRequest>;
    reason?: string;
    /** Sent alone, to an endpoint of its own. */
    action?: OrderActionInput;
    /** The revision to restore; sent alone as well. */
    restore?: number;
  };

/** The fields of an order action besides its kind. The notes of a change request are sent with the changed data. */
export type Decision = Omit<OrderActionInput, 'kind' | 'changes'> & Pick<OrderPatch, 'changeNotes'>;
