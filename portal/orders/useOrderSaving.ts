import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Order } from '#schemas/generated/types.ts';
import type { SavedOrder } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { lineInputs } from './savedOrder.ts';

/** What a save of an order may say (design 6). */
export type OrderChanges = Partial<
  Pick<Order, 'client' | 'formData' | 'status' | 'cancelationReason' | 'cancelationNotes'>
> & {
  products?: (ReturnType<typeof lineInputs>[number] | { product: string; data?: Order['formData'] })[];
  reason?: string;
  /** Nobody pressed: the server gathers such saves of a person into one version (design 6). */
  autosave?: true;
};

export type SaveOutcome = { saved: SavedOrder } | { refusal: Error };

export type OrderSaving = {
  save: (changes: OrderChanges) => Promise<SaveOutcome>;
  /** From now on saves are meant for this revision. */
  follow: (revision: number) => void;
  isSaving: boolean;
};

/** Saves of one order, one after the other, each for the revision that the person has seen. */
export function useOrderSaving(order: Pick<Order, 'id' | 'revision'>): OrderSaving {
  const revision = useRef(order.revision);
  const { mutateAsync, isPending } = useMutation({
    scope: { id: `order-${order.id}` },
    mutationFn: async (changes: OrderChanges) => {
      const saved = await request<SavedOrder>({
        method: 'PATCH',
        path: `orders/${order.id}`,
        revision: revision.current,
        body: changes,
        // The last automatic save may be on its way when the page is left; browsers allow 64 KiB for it.
        keepalive: changes.autosave && JSON.stringify(changes).length < 60_000,
      });
      revision.current = saved.revision;
      return saved;
    },
  });
  return {
    save: async (changes) => {
      try {
        return { saved: await mutateAsync(changes) };
      } catch (error) {
        return { refusal: error instanceof Error ? error : new Error(String(error)) };
      }
    },
    follow: (next) => {
      revision.current = next;
    },
    isSaving: isPending,
  };
}
