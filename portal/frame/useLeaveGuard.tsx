import { type ReactNode, useEffect, useState } from 'react';
import { UnsavedChangesDialog } from '../editing/UnsavedChangesDialog.tsx';
import { setLeavePrompt } from './history.ts';

type Question = { answer: (isFine: boolean) => void };

/**
 * Prompts before the page is left with unsaved changes (`isDirty`), also on reload (beforeunload). `isStored` means that
 * this device stores them, which the prompt mentions. Returns the dialog, which the page has to render.
 */
export function useLeaveGuard(isDirty: boolean, isStored = false): ReactNode {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    if (!isDirty) return;
    const stopAsking = setLeavePrompt(() => new Promise((answer) => setQuestion({ answer })));
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      stopAsking();
      removeEventListener('beforeunload', warn);
    };
  }, [isDirty]);
  if (!question) return null;
  return (
    <UnsavedChangesDialog
      isStored={isStored}
      onAnswer={(isFine) => {
        setQuestion(undefined);
        question.answer(isFine);
      }}
    />
  );
}
