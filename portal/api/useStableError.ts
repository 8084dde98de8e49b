import { useState } from 'react';

/**
 * Returns the error of a query, and keeps the last one during a refetch. This keeps the error message from flickering
 * until the response arrives.
 */
export function useStableError({ error, isPending }: { error: Error | null; isPending: boolean }): Error | null {
  const [last, setLast] = useState(error);
  const steady = error ?? (isPending ? last : null);
  if (steady !== last) setLast(steady);
  return steady;
}
