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

/** What browsers send of a page that was left: 64 KiB in all, the request's head included. Bytes. */
const outliving = 60_000;
/** A request that the network swallowed must not hold up the saves after it for ever; milliseconds. */
const patience = { autosave: 20_000, pressed: 60_000 };

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
        signal: AbortSignal.timeout(changes.autosave ? patience.autosave : patience.pressed),
        // The last automatic save may be on its way when the page is left.
        keepalive: changes.autosave && bytesOf(changes) < outliving,
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

const bytesOf = (changes: OrderChanges) => new TextEncoder().encode(JSON.stringify(changes)).length;
