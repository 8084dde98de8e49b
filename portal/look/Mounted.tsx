import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { makeQueryClient } from '../api/queries.ts';
import styles from './Mounted.module.css';
import { type Say, ToastContext } from './Toasts.tsx';

/** A page of the portal in another app's frame: with answers of its own, and what the portal's page gives its components. */
export function Mounted({ say, children }: { say: Say; children: ReactNode }) {
  const [cache] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={cache}>
      <ToastContext value={say}>
        <div className={styles.place}>{children}</div>
      </ToastContext>
    </QueryClientProvider>
  );
}
