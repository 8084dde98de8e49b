import styles from './Why.module.css';

/** What a script asked and what came out, a line each; the last one is what came out in the end. */
export function Sentences({ told }: { told: readonly string[] }) {
  return (
    <ol className={styles.sentences}>
      {told.map((sentence, index) => (
        // Two messages of a field may be told in equal sentences.
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has nothing but its place
        <li key={index}>{sentence}</li>
      ))}
    </ol>
  );
}
