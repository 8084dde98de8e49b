import { useEffect, useState } from 'react';
import { useStore } from '../store/hooks.ts';

/** Sentences about the form that follow what is filled in; `tell` stays the same as long as the question does. */
export function useTold(tell: () => string[]): readonly string[] {
  const store = useStore();
  const [told, setTold] = useState(tell);
  useEffect(() => {
    const again = () => {
      const news = tell();
      setTold((before) => (before.join('\n') === news.join('\n') ? before : news));
    };
    again();
    return store.watch(again);
  }, [store, tell]);
  return told;
}
