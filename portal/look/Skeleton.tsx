import styles from './Skeleton.module.css';

/**
 * A loading skeleton. It appears after 150 ms, so fast responses show none (look, 'Loading'), and after 8 s says that
 * loading takes long. `lines` is its height in lines of text. Of several skeletons only one is announced to screen
 * readers; the others are `isSilent`.
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
  const aria = isSilent ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label };
  return (
    <div className={styles.skeleton} {...aria}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty lines have no other identity.
        <span key={line} className={styles.line} />
      ))}
      {!isSilent && <span className={styles.long}>This is taking longer than usual</span>}
    </div>
  );
}
