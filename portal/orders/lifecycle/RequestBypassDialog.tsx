import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transition, TransitionWords } from '#schemas/orders/transitions.ts';
import type { FieldProblem } from '../../api/ApiError.ts';
import type { NamedRecord } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { describeProblem } from '../../forms/describeProblem.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { Field } from '../../look/Field.tsx';
import type { Decision } from '../editing/orderPatch.ts';
import { formDataProblems } from '../problems/orderProblems.ts';
import styles from './Bypass.module.css';
import { TransitionDialog } from './TransitionDialog.tsx';

/** The dialog that requests a bypass of validation: the reason, and which moderator to ask (design 6). */
export function RequestBypassDialog({
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
