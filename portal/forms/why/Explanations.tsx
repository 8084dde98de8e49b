import { useCallback, useEffect, useState } from 'react';
import { explainHidden, explainRejection } from '#schemas/forms/why/explain.ts';
import type { HiddenField } from '#schemas/forms/why/hidden-fields.ts';
import { scriptBehind } from '#schemas/forms/why/script-behind.ts';
import { useFormStore } from '../store/hooks.ts';
import styles from './WhyDisclosure.module.css';

interface ErrorExplanationProps {
  /** The current path of the error, because rows move. */
  pathNow: () => string;
  messages: readonly string[];
}

/** Explains why scripts report errors. */
export function ErrorExplanation({ pathNow, messages }: ErrorExplanationProps) {
  const store = useFormStore();
  const explain = useCallback(() => {
    const path = pathNow();
    const context = store.context();
    return messages.flatMap((message) => {
      const found = scriptBehind(store.form, store.rootRow(), { path, message, context });
      return found ? explainRejection({ ...found, path, message }, context) : [];
    });
  }, [store, pathNow, messages]);
  return <ExplanationSteps steps={useExplanation(explain)} />;
}

/** The explanation of a script: each condition with its result, one per line, the overall result last. */
function ExplanationSteps({ steps }: { steps: readonly string[] }) {
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

/** Explains why a script hides a field. */
export function HiddenExplanation({ field }: { field: HiddenField }) {
  const store = useFormStore();
  const { widget, row, script } = field;
  const explain = useCallback(
    () => explainHidden({ widget, row, script }, store.context()),
    [store, widget, row, script],
  );
  return <ExplanationSteps steps={useExplanation(explain)} />;
}

/** An explanation that follows the form's values; memoize `explain`, because a new function resubscribes. */
function useExplanation(explain: () => string[]): readonly string[] {
  const store = useFormStore();
  const [sentences, setSentences] = useState(explain);
  useEffect(() => {
    const update = () => {
      const next = explain();
      setSentences((before) => (before.join('\n') === next.join('\n') ? before : next));
    };
    update();
    return store.subscribeAll(update);
  }, [store, explain]);
  return sentences;
}
