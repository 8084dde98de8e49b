import { useCallback } from 'react';
import { scriptBehind } from '#schemas/forms/why/script-behind.ts';
import { whyRefused } from '#schemas/forms/why/why.ts';
import { useStore } from '../store/hooks.ts';
import { Sentences } from './Sentences.tsx';
import { useTold } from './useTold.ts';

interface RefusedTextProps {
  /** Where the problem is now: rows move. */
  pathNow: () => string;
  messages: readonly string[];
}

/** Why scripts refuse something, in words. The default export is what React's lazy takes. */
export default function RefusedText({ pathNow, messages }: RefusedTextProps) {
  const store = useStore();
  const tell = useCallback(() => {
    const path = pathNow();
    const context = store.context();
    return messages.flatMap((message) => {
      const found = scriptBehind(store.form, store.top(), { path, message, context });
      return found ? whyRefused({ ...found, path, message }, context) : [];
    });
  }, [store, pathNow, messages]);
  return <Sentences told={useTold(tell)} />;
}
