import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRedirect, useUpdate } from 'react-admin';
import type { Order } from '#schemas/generated/types.ts';
import { wholeRecord } from '../generate/whole-record.ts';
import { codeOf, refusalOf } from '../provider/http.ts';
import { useSaveErrors } from '../provider/useSaveErrors.tsx';
import type { OrderRecord, Problem } from './order-record.ts';

/** A change of state with what it has to say along with it (design 6). */
export type StatusChange = Pick<Order, 'status'> &
  Partial<Pick<Order, 'cancelationReason' | 'cancelationNotes'>> & { reason?: string };

interface Refused {
  message: string;
  problems: Problem[];
}

/** Saves a decision under the revision that the person has read, then goes back to the queue; a refusal stays here. */
export function useDecide(order: OrderRecord) {
  const notify = useNotify();
  const redirect = useRedirect();
  const cache = useQueryClient();
  const onSaveError = useSaveErrors();
  const [refusal, setRefusal] = useState<Refused>();
  const [update, { isPending: isDeciding }] = useUpdate();
  const decide = (change: StatusChange, done: string) => {
    setRefusal(undefined);
    void update(
      'orders',
      { id: order.id, data: change, previousData: order, ...wholeRecord },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify(done, { type: 'success' });
          redirect('/orders/pending');
          // The queue is shorter now, and so is its count in the menu.
          void cache.invalidateQueries({ queryKey: ['orders', 'getList'] });
        },
        onError: (error: Error) => {
          if (codeOf(error) === 'RESOURCE_CONFLICT') return onSaveError(error);
          setRefusal({ message: error.message, problems: problemsOf(error) });
        },
      },
    );
  };
  return { decide, isDeciding, refusal };
}

/** The fields that a refusal lists (spec 8); none for a refusal of another kind. */
function problemsOf(error: Error): Problem[] {
  const { fields, errors } = refusalOf(error).details ?? {};
  return fields ?? errors ?? [];
}
