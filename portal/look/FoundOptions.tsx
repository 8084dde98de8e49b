import type { MouseEvent } from 'react';
import styles from './Combobox.module.css';

export type Option = { id: string; name: string; note?: string };

/** What a search has found, below the field that has the focus. */
export function FoundOptions({
  id,
  idOf,
  label,
  options,
  active,
  state,
  onChoose,
}: {
  id: string;
  /** The id of an option's element. */
  idOf: (index: number) => string;
  label: string;
  options: readonly Option[];
  /** Which of them Enter takes. */
  active: number;
  /** Said where there is something to say: that it is searched, or that there is nothing. */
  state: string;
  onChoose: (index: number) => void;
}) {
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  return (
    <div className={styles.popup}>
      <p className={styles.state} role="status">
        {state}
      </p>
      <div id={id} className={styles.options} role="listbox" aria-label={label} onMouseDown={keepFocus}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does what a press does here.
          <div
            key={option.id}
            id={idOf(index)}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            onClick={() => onChoose(index)}
          >
            <span>{option.name}</span>
            {option.note && <span className={styles.note}>{option.note}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
