import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { makeQueryClient } from '../api/queries.ts';
import styles from './Mounted.module.css';

/** A page of the portal in another app's frame: with answers of its own. The frame stands in an AppWrapper. */
export function Mounted({ children }: { children: ReactNode }) {
  const [cache] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={cache}>
      <div className={styles.place}>{children}</div>
    </QueryClientProvider>
  );
}
