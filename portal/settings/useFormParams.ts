import { useSearchParams } from 'react-router-dom';

/** Form values stored in the query string of the page during a re-authentication by link; never secrets. */
export interface FormParams<Name extends string> {
  values: Partial<Record<Name, string>>;
  store: (typed: Partial<Record<Name, string>>) => void;
  clear: () => void;
}

/** Hook: reads and writes the named form values in the query string of the page; `forget` removes them. */
export function useFormParams<Name extends string>(names: readonly Name[]): FormParams<Name> {
  const [params, setParams] = useSearchParams();
  const values: FormParams<Name>['values'] = {};
  for (const name of names) {
    const text = params.get(name);
    if (text !== null) values[name] = text;
  }
  const store: FormParams<Name>['store'] = (typed) =>
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
  return { values, store, clear: () => store({}) };
}
