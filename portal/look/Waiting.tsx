import styles from './Waiting.module.css';

/**
 * The shape of what is coming, from 150 ms on: what comes sooner needs none (look, 'Loading'). `lines` is its height
 * in lines of text.
 */
export function Skeleton({ lines = 1, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content have no other name.
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
}
