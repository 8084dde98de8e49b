import styles from './WhyDisclosure.module.css';

/** The explanation of a script: each condition with its result, one per line, the overall result last. */
export function ExplanationSteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className={styles.sentences}>
      {steps.map((sentence, index) => (
        // Two messages may have equal explanations.
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is identified only by its position
        <li key={index}>{sentence}</li>
      ))}
    </ol>
  );
}
