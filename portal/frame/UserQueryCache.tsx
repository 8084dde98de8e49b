import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { makeQueryClient } from '../api/queries.ts';
import { flushAutosaves } from '../editing/openStores.ts';

/**
 * The query cache of one person. It is discarded with them, so nobody sees another person's data. When their session
 * ends and they sign in again, it saves their unsaved changes at once and invalidates all queries of the page.
 */
export function UserQueryCache({ hasEnded, children }: { hasEnded: boolean; children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  const wasEnded = useRef(hasEnded);
  useEffect(() => {
    if (wasEnded.current && !hasEnded) {
      void flushAutosaves();
      void client.invalidateQueries();
    }
    wasEnded.current = hasEnded;
  }, [hasEnded, client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
