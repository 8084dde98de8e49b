import type { Order } from '#schemas/generated/types.ts';
import type { lineInputs } from './savedOrder.ts';

/** What a save of an order may say (design 6). */
export type OrderChanges = Partial<
  Pick<Order, 'client' | 'formData' | 'status' | 'cancelationReason' | 'cancelationNotes'>
> & {
  products?: (ReturnType<typeof lineInputs>[number] | { product: string; data?: Order['formData'] })[];
  reason?: string;
};
