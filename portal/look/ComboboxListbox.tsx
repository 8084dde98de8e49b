import type { MouseEvent } from 'react';
import styles from './Combobox.module.css';

/** A search result in the listbox. */
export type ComboboxOption = { id: string; name: string; note?: string };

/** The listbox of search results below a combobox, which keeps the focus. */
export function ComboboxListbox({
  id,
  idOf,
  label,
  options,
  active,
  state,
  onChoose,
}: {
  id: string;
  /** The element id of an option. */
  idOf: (index: number) => string;
  label: string;
  options: readonly ComboboxOption[];
  /** The index of the active option, which Enter selects. */
  active: number;
  /** The status text: searching, or nothing found. */
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
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant).
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input does the same as a click.
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
