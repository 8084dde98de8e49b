import styles from './Field.module.css';

/** Text after the value inside its box, such as a unit. */
export function Suffix({ text }: { text: string }) {
  return <span className={styles.suffix}>{text}</span>;
}
