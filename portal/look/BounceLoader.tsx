import styles from './BounceLoader.module.css';

/** The loading animation until the first screen is rendered (spec 9, 'Bounce loader'). */
export function BounceLoader() {
  return (
    <div className={styles.bounce} role="status" aria-label="Loading">
      <i />
      <i />
      <i />
    </div>
  );
}
