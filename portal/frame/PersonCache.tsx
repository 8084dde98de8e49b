import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { makeQueryClient } from '../api/queries.ts';
import { saveEdited } from '../editing/unsaved.ts';

/**
 * The answers read for one person: gone with them, so that nobody sees another's. Rendered anew for each person; when
 * their session ends and they come back, what they typed is saved at once and everything on the page is asked again.
 */
export function PersonCache({ hasEnded, children }: { hasEnded: boolean; children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  const wasEnded = useRef(hasEnded);
  useEffect(() => {
    if (wasEnded.current && !hasEnded) {
      void saveEdited();
      void client.invalidateQueries();
    }
    wasEnded.current = hasEnded;
  }, [hasEnded, client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
