import { useState } from 'react';

/** Why something could not be read, also while it is asked for once more: what says so stands still until there is an answer. */
export function useSteadyError({ error, isPending }: { error: Error | null; isPending: boolean }): Error | null {
  const [last, setLast] = useState(error);
  const steady = error ?? (isPending ? last : null);
  if (steady !== last) setLast(steady);
  return steady;
}
