import styles from './Bounce.module.css';

/** What stands there until the first screen can (spec 9, 'Bounce loader'). */
export function Bounce() {
  return (
    <div className={styles.bounce} role="status" aria-label="Loading">
      <i />
      <i />
      <i />
    </div>
  );
}
