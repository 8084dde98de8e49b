import choice from '../fields/Choice.module.css';
import styles from '../fields/Field.module.css';
import type { Choices } from './optionSource.ts';

/** Says at a choice field that its options are being loaded, or could not be, with a button to try again. */
export function OptionsState({ choices: { status, retry } }: { choices: Choices }) {
  if (status === 'ready') return null;
  return (
    <p className={styles.hint} role="status">
      <span>{status === 'loading' ? 'Loading the options…' : 'The options could not be loaded. '}</span>
      {status === 'failed' && (
        <button type="button" className={choice.clear} onClick={retry}>
          Try again
        </button>
      )}
    </p>
  );
}
