import { useState } from 'react';
import type { Order } from '#schemas/generated/types.ts';
import { bypassOn } from '#schemas/orders/bypass.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import type { FieldProblem } from '../../api/ApiError.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { Button } from '../../look/Button.tsx';
import { useToast } from '../../look/Toasts.tsx';
import type { Decision } from '../editing/orderPatch.ts';
import { isOfForm } from '../problems/orderProblems.ts';
import { RequestBypassDialog } from './RequestBypassDialog.tsx';

/**
 * The button that requests a bypass of validation from a moderator, after the form rejected an order or change (design
 * 6).
 */
export function RequestBypassButton({
  order,
  rights,
  problems,
  store,
  userId,
  isBusy,
  onJump,
  onRequest,
}: {
  order: Pick<Order, 'status' | 'submissionDate' | 'changeDate' | 'waivers'>;
  rights: OrderRights;
  problems: readonly FieldProblem[];
  store: FormStore;
  userId: string;
  isBusy: boolean;
  onJump: (path: string) => void;
  onRequest: (transition: Transition, action: Decision) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  const transition = bypassOn(order, rights).find(({ kind }) => kind === 'VALIDATION_BYPASS_REQUESTED');
  if (!transition) return null;
  // A bypass covers only the form's rules.
  const notWaivable = problems.find((problem) => !isOfForm(problem));
  const press = () => {
    if (!notWaivable) return setAsking(true);
    onJump(notWaivable.path);
    toast('Complete the client and the products first. Only problems in the form can be waived.');
  };
  return (
    <>
      <Button kind="quiet" isBusy={isBusy} onClick={press}>
        {transition.words.label}
      </Button>
      {isAsking && transition.words.question && (
        <RequestBypassDialog
          transition={transition}
          question={transition.words.question}
          problems={problems}
          store={store}
          userId={userId}
          onClose={() => setAsking(false)}
          onAnswer={(action) => {
            setAsking(false);
            onRequest(transition, action);
          }}
        />
      )}
    </>
  );
}
