import { useSearchParams } from 'react-router-dom';

/** Form values stored in the query string of the page during a re-authentication by link; never secrets. */
export interface Kept<Name extends string> {
  kept: Partial<Record<Name, string>>;
  keep: (typed: Partial<Record<Name, string>>) => void;
  forget: () => void;
}

/** Hook: reads and writes the named form values in the query string of the page; `forget` removes them. */
export function useKept<Name extends string>(names: readonly Name[]): Kept<Name> {
  const [params, setParams] = useSearchParams();
  const kept: Kept<Name>['kept'] = {};
  for (const name of names) {
    const text = params.get(name);
    if (text !== null) kept[name] = text;
  }
  const keep: Kept<Name>['keep'] = (typed) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of names) {
          const text = typed[name];
          if (text) after.set(name, text);
          else after.delete(name);
        }
        return after;
      },
      { replace: true },
    );
  return { kept, keep, forget: () => keep({}) };
}
