import { useCallback } from 'react';
import { scriptBehind } from '#schemas/forms/why/script-behind.ts';
import { explainRejection } from '#schemas/forms/why/why.ts';
import { useStore } from '../store/hooks.ts';
import { Sentences } from './Sentences.tsx';
import { useTold } from './useTold.ts';

interface RefusedTextProps {
  /** The current path of the error, because rows move. */
  pathNow: () => string;
  messages: readonly string[];
}

/** Explains why scripts report errors. The default export is for the lazy import. */
export default function RefusedText({ pathNow, messages }: RefusedTextProps) {
  const store = useStore();
  const explain = useCallback(() => {
    const path = pathNow();
    const context = store.context();
    return messages.flatMap((message) => {
      const found = scriptBehind(store.form, store.top(), { path, message, context });
      return found ? explainRejection({ ...found, path, message }, context) : [];
    });
  }, [store, pathNow, messages]);
  return <Sentences told={useTold(explain)} />;
}
