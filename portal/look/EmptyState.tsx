import type { ReactNode } from 'react';
import type { ElementSlot } from '../forms/elementSlot.ts';
import styles from './EmptyState.module.css';

/** An empty state: what belongs here, in a sentence, and the one action to take next. */
export function EmptyState({ title, action, children }: { title: string; action?: ElementSlot; children?: ReactNode }) {
  return (
    <div className={styles.place}>
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  );
}
