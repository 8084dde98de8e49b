import styles from './Waiting.module.css';

/**
 * The shape of what is coming, from 150 ms on: what comes sooner needs none (look, 'Loading'); from 8 s on it says that it
 * takes long. `lines` is its height in lines of text; of several at once one tells listeners, and the others are silent.
 */
export function Skeleton({
  lines = 1,
  label = 'Loading',
  isSilent = false,
}: {
  lines?: number;
  label?: string;
  isSilent?: boolean;
}) {
  const told = isSilent ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label };
  return (
    <div className={styles.skeleton} {...told}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content have no other name.
        <span key={line} className={styles.line} />
      ))}
      {!isSilent && <span className={styles.long}>This takes longer than usual</span>}
    </div>
  );
}
