import type { ListedOrder } from './warmUp.ts';

let isFetched = false;

/**
 * Preloads, once, the code that opens any order, with the rules language. Called from lists, whose reader is likely to
 * open an order (performance 2). `listed` is an order of the list, whose form is loaded, too.
 */
export function preloadOrderEditor(listed?: ListedOrder): void {
  if (isFetched) return;
  isFetched = true;
  const page = import('../OrderPage.tsx').then(({ preloadEditorCode }) => preloadEditorCode());
  const rules = import('./warmUp.ts').then(({ warmUpFormEngine }) => warmUpFormEngine(listed));
  for (const code of [page, rules]) code.catch(resetAfterFailure);
}

/** After a failure, load it again when it is needed. */
const resetAfterFailure = () => {
  isFetched = false;
};
