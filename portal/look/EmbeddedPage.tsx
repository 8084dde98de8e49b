import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { makeQueryClient } from '../api/queries.ts';
import styles from './EmbeddedPage.module.css';

/** Embeds a portal page in another app, with a query cache of its own. The host app renders it inside an AppWrapper. */
export function EmbeddedPage({ children }: { children: ReactNode }) {
  const [cache] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={cache}>
      <div className={styles.place}>{children}</div>
    </QueryClientProvider>
  );
}
