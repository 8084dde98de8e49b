import type { Order, OrderAction, Product } from '#schemas/generated/types.ts';
import type { AdditionalValues } from '#schemas/orders/order-fields.ts';
import { idOf, type PopulatedOrder, type Reference, type SaveResponse } from '../../api/queries.ts';

type Known = {
  client: PopulatedOrder['client'];
  user: PopulatedOrder['user'];
  products: readonly Reference<Product>[];
};

/** Converts the response of a save for display: replaces ids with records that are already known. */
export function populateSaved(saved: SaveResponse, known: Known): PopulatedOrder {
  const { normalized: _, ...order } = saved;
  const products = new Map(known.products.map((product) => [idOf(product), product]));
  return {
    ...order,
    client: known.client !== null && saved.client === idOf(known.client) ? known.client : saved.client,
    user: idOf(known.user) === saved.user ? known.user : saved.user,
    products: saved.products.map((line) => ({ ...line, product: products.get(line.product) ?? line.product })),
  };
}

/** Converts lines to the request format: references as ids, without the fields that the server sets. */
export function linesForRequest(lines: PopulatedOrder['products']): Omit<Order['products'][number], 'key'>[] {
  return lines.map(({ key: _, product, ...line }) => ({ ...line, product: idOf(product) }));
}

/** An action on an order other than a save: request, decision or note (spec 4). */
export interface OrderActionInput
  extends Pick<OrderAction, 'kind'>,
    Partial<Pick<OrderAction, 'notes' | 'reason' | 'moderator' | 'rejections' | 'path' | 'resolves'>> {
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
