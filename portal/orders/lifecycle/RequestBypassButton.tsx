import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '#schemas/generated/types.ts';
import { bypassOn } from '#schemas/orders/bypass.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Transition, TransitionWords } from '#schemas/orders/transitions.ts';
import type { FieldProblem } from '../../api/ApiError.ts';
import type { NamedRecord } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { describeProblem } from '../../forms/describeProblem.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { Button } from '../../look/Button.tsx';
import { Field } from '../../look/Field.tsx';
import { useToast } from '../../look/Toasts.tsx';
import type { Decision } from '../editing/savedOrder.ts';
import { formDataProblems, isOfForm } from '../problems/orderProblems.ts';
import styles from './Bypass.module.css';
import { TransitionDialog } from './TransitionDialog.tsx';

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

/** The dialog that requests a bypass of validation: the reason, and which moderator to ask (design 6). */
function RequestBypassDialog({
  transition,
  question,
  problems,
  store,
  userId,
  onAnswer,
  onClose,
}: {
  transition: Transition;
  question: NonNullable<TransitionWords['question']>;
  /** All validation errors of the form. */
  problems: readonly FieldProblem[];
  store: FormStore;
  /** The requesting person, who cannot decide the request. */
  userId: string;
  onAnswer: (fields: Pick<Decision, 'notes' | 'moderator' | 'changeNotes'>) => void;
  onClose: () => void;
}) {
  const [moderator, setModerator] = useState('');
  const managers = useQuery({
    queryKey: ['managers'],
    queryFn: ({ signal }) => request<NamedRecord[]>({ path: 'data/constants/managers', signal }),
    staleTime: 300_000,
  });
  const others = (managers.data ?? []).filter(({ id }) => id !== userId);
  return (
    <TransitionDialog
      transition={transition}
      question={question}
      onClose={onClose}
      onAnswer={({ notes, changeNotes }) =>
        onAnswer({ moderator: moderator || null, ...(notes ? { notes } : {}), ...(changeNotes ? { changeNotes } : {}) })
      }
    >
      <Field label="Moderator" hint="Any moderator of this order except you can decide.">
        {(control) => (
          <select {...control} value={moderator} onChange={(event) => setModerator(event.target.value)}>
            <option value="">Anyone</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p className={styles.about}>To be waived:</p>
      <ul className={styles.rejections}>
        {formDataProblems(problems).map((problem) => (
          <li key={`${problem.path} ${problem.message}`}>{describeProblem(store, problem).text}</li>
        ))}
      </ul>
    </TransitionDialog>
  );
}
