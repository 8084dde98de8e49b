import { type MouseEvent, useEffect } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Listbox.module.css';

/** One option of a listbox. Options with a group are listed under its name; a group's options follow one another. */
export type ListboxOption = { id: string; name: string; note?: string; group?: string };

/** The element id of an option, for `aria-activedescendant`. */
export const listboxOptionId = (listId: string, index: number) => `${listId}-${index}`;

/**
 * The listbox of a combobox: of one choice (the active option is the selected one), or of several, marked by a check.
 * The focus stays in the input, which handles the keys and points to the active option (`aria-activedescendant`).
 */
export function Listbox({
  id,
  label,
  options,
  active,
  chosen,
  className,
  onChoose,
}: {
  id: string;
  label: string;
  options: readonly ListboxOption[];
  /** The index of the active option, which Enter chooses. */
  active: number;
  /** The ids of the chosen options of a listbox with several choices. */
  chosen?: ReadonlySet<string>;
  /** The class of a listbox that scrolls. */
  className?: string | undefined;
  onChoose: (index: number) => void;
}) {
  useEffect(() => {
    document.getElementById(listboxOptionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  const renderOption = (option: ListboxOption, index: number) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant).
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input does the same as a click.
    <div
      key={option.id}
      id={listboxOptionId(id, index)}
      role="option"
      aria-selected={chosen ? chosen.has(option.id) : index === active}
      className={styles.option}
      data-active={index === active || undefined}
      onClick={() => onChoose(index)}
    >
      {chosen && <span className={styles.mark}>{chosen.has(option.id) && <Icon name="check" size={16} />}</span>}
      <span className={styles.name}>{option.name}</span>
      {option.note && <span className={styles.note}>{option.note}</span>}
    </div>
  );
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <div
      id={id}
      className={className}
      role="listbox"
      aria-multiselectable={chosen && true}
      aria-label={label}
      onMouseDown={keepFocus}
    >
      {groups.map((group) => {
        const members = options.map((option, index) => (option.group === group ? renderOption(option, index) : null));
        if (group === undefined) return members;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group the options of a listbox.
          <div key={group} role="group" aria-label={group}>
            <div className={styles.group} aria-hidden="true">
              {group}
            </div>
            {members}
          </div>
        );
      })}
    </div>
  );
}
