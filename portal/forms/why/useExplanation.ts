import { useEffect, useState } from 'react';
import { useFormStore } from '../store/hooks.ts';

/** An explanation that follows the form's values; memoize `tell`, because a new function resubscribes. */
export function useExplanation(explain: () => string[]): readonly string[] {
  const store = useFormStore();
  const [sentences, setSentences] = useState(explain);
  useEffect(() => {
    const update = () => {
      const next = explain();
      setSentences((before) => (before.join('\n') === next.join('\n') ? before : next));
    };
    update();
    return store.subscribeAll(update);
  }, [store, explain]);
  return sentences;
}
