import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { askBeforeLeaving } from './history.ts';

type Question = { answer: (isFine: boolean) => void };

/** While `isDirty`, leaving the page is asked about. Answers the question's dialog, to be rendered by the page. */
export function useLeaveGuard(isDirty: boolean): ReactNode {
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
  const answer = (isFine: boolean) => {
    setQuestion(undefined);
    question.answer(isFine);
  };
  return (
    <Dialog
      title="Leave without saving?"
      onClose={() => answer(false)}
      actions={
        <>
          <Button kind="primary" onClick={() => answer(false)}>
            Stay here
          </Button>
          <Button kind="danger" onClick={() => answer(true)}>
            Leave without saving
          </Button>
        </>
      }
    >
      <p>What you changed since the last save would be lost.</p>
    </Dialog>
  );
}
