import { useCallback } from 'react';
import { explainRejection } from '#schemas/forms/why/explain.ts';
import { scriptBehind } from '#schemas/forms/why/script-behind.ts';
import { useFormStore } from '../store/hooks.ts';
import { ExplanationSteps } from './ExplanationSteps.tsx';
import { useExplanation } from './useExplanation.ts';

interface ErrorExplanationProps {
  /** The current path of the error, because rows move. */
  pathNow: () => string;
  messages: readonly string[];
}

/** Explains why scripts report errors. The default export is for the lazy import. */
export default function ErrorExplanation({ pathNow, messages }: ErrorExplanationProps) {
  const store = useFormStore();
  const explain = useCallback(() => {
    const path = pathNow();
    const context = store.context();
    return messages.flatMap((message) => {
      const found = scriptBehind(store.form, store.rootRow(), { path, message, context });
      return found ? explainRejection({ ...found, path, message }, context) : [];
    });
  }, [store, pathNow, messages]);
  return <ExplanationSteps steps={useExplanation(explain)} />;
}
