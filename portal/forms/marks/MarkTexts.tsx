import styles from './Marked.module.css';

/** The texts of a change mark, one line each; renders nothing without texts. */
export function MarkTexts({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className={styles.texts}>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two texts of one product may be equal
        <li key={`${index} ${text}`}>{text}</li>
      ))}
    </ul>
  );
}
