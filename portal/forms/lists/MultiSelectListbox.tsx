import { type Ref, useEffect } from 'react';
import { Icon } from '../../look/Icon.tsx';
import styles from './MultiSelectListbox.module.css';

interface FoundOptionsProps {
  ref: Ref<HTMLDivElement>;
  /** The id of the input that the options belong to. */
  id: string;
  name: string;
  found: readonly { value: string; label: string }[];
  chosen: ReadonlySet<string>;
  active: number;
  isOpen: boolean;
  toggle: (value: string) => void;
}

/** Options beyond this number are not listed: typing another letter finds them faster. */
export const maxListedOptions = 200;

/** The element id of an option. */
export const listboxOptionId = (id: string, index: number) => `${id}-option-${index}`;

/**
 * The multi-select listbox below a combobox. The focus stays in the input, which points to the active option
 * (`aria-activedescendant`).
 */
export function MultiSelectListbox({ ref, id, name, found, chosen, active, isOpen, toggle }: FoundOptionsProps) {
  useEffect(() => {
    if (isOpen) document.getElementById(listboxOptionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active, isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click on the list must not take the focus from the input.
    <div ref={ref} popover="manual" className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
      <div id={`${id}-options`} role="listbox" aria-multiselectable="true" aria-label={name}>
        {found.slice(0, maxListedOptions).map(({ value, label }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant).
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input does the same as a click.
          <div
            key={value}
            id={listboxOptionId(id, index)}
            role="option"
            aria-selected={chosen.has(value)}
            className={styles.option}
            data-active={index === active || undefined}
            onClick={() => toggle(value)}
          >
            <span className={styles.mark}>{chosen.has(value) && <Icon name="check" size={16} />}</span>
            <span>{label}</span>
          </div>
        ))}
      </div>
      <p className={styles.state} role="status">
        {isOpen && stateOf(found.length)}
      </p>
    </div>
  );
}

function stateOf(count: number): string {
  if (count === 0) return 'No results';
  return count > maxListedOptions ? `${count - maxListedOptions} more. Type to find them.` : '';
}
