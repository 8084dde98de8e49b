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

/** The empty state for content that the user has no permission to read (spec 2). It is not an error. */
export function NoAccessState() {
  return <EmptyState title="Nothing to see here">You don't have access to this page.</EmptyState>;
}
