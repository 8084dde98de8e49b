import { type ReactNode, useEffect, useState } from 'react';
import { LeaveQuestion } from '../editing/LeaveQuestion.tsx';
import { askBeforeLeaving } from './history.ts';

type Question = { answer: (isFine: boolean) => void };

/**
 * While `isDirty`, leaving the page is asked about; `isKept` says that this device keeps what is unsaved. Answers the
 * question's dialog, to be rendered by the page.
 */
export function useLeaveGuard(isDirty: boolean, isKept = false): ReactNode {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    if (!isDirty) return;
    const stopAsking = askBeforeLeaving(() => new Promise((answer) => setQuestion({ answer })));
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      stopAsking();
      removeEventListener('beforeunload', warn);
    };
  }, [isDirty]);
  if (!question) return null;
  return (
    <LeaveQuestion
      isKept={isKept}
      onAnswer={(isFine) => {
        setQuestion(undefined);
        question.answer(isFine);
      }}
    />
  );
}
