/** Fetches what any order is opened by, its form's rules too: who reads a list is about to open one (performance 2). */
export function openAhead(): void {
  for (const code of [import('./OrderPage.tsx'), import('#schemas/forms/read-form.ts')]) code.catch(notNow);
}

/** It is asked for again when it is needed. */
const notNow = () => undefined;
