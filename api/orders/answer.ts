import type { Normalized } from '#schemas/forms/form.ts';
import type { Order } from '#schemas/generated/types.ts';
import type { Problem } from '../errors/catalogue.ts';

/** An order as it is answered, with what its form says of it (design 6). */
export interface AnsweredOrder extends Order {
  /** What would refuse it now; of a DRAFT or PENDING one. */
  problems?: Problem[];
  /** What a save has changed of the data that came. */
  normalized?: Normalized[];
}

interface Told {
  order: Order;
  problems: Problem[] | undefined;
  normalized?: Normalized[];
}

/** The order with what is told beside it; paths lead into the order. */
export function answered({ order, problems, normalized }: Told): AnsweredOrder {
  return {
    ...order,
    ...(problems ? { problems } : {}),
    ...(normalized ? { normalized: normalized.map((each) => ({ ...each, path: `/formData${each.path}` })) } : {}),
  };
}

/** Whether something could still refuse the order. */
export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => status === 'DRAFT' || status === 'PENDING';
