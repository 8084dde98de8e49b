let isFetched = false;

/** Fetches what any order is opened by, its form's rules too, once: who reads a list is about to open one (performance 2). */
export function openAhead(): void {
  if (isFetched) return;
  isFetched = true;
  const page = import('./OrderPage.tsx').then(({ editorAhead }) => editorAhead());
  const rules = import('./warmUp.ts').then(({ warmUp }) => warmUp());
  for (const code of [page, rules]) code.catch(notNow);
}

/** It is asked for again when it is needed. */
const notNow = () => {
  isFetched = false;
};
