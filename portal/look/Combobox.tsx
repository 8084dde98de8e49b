import { type KeyboardEvent, type Ref, useEffect, useId, useState } from 'react';
import styles from './Combobox.module.css';
import { Field, type FieldParts } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { Listbox, type ListboxOption, listboxOptionId } from './Listbox.tsx';

/**
 * A combobox (autocomplete, typeahead) that searches one record of many. Arrow keys move through the results, Enter
 * selects, Escape cancels. Text without a selection stays in the field on blur, with an error that says so.
 */
export function Combobox({
  value,
  options,
  isPending,
  onSearch,
  onChange,
  onLeft,
  onMake,
  isReadOnly = false,
  inputRef,
  ...parts
}: FieldParts & {
  value: ListboxOption | null;
  /** The search results. */
  options: readonly ListboxOption[];
  isPending: boolean;
  onSearch: (text: string) => void;
  onChange: (option: ListboxOption | null) => void;
  /** Receives the text that was left in the field without a selection; '' once there is none. */
  onLeft?: ((text: string) => void) | undefined;
  /** Creates a record with the name that was searched for, when nothing is found. */
  onMake?: ((name: string) => void) | undefined;
  isReadOnly?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const listId = useId();
  /** The search text; undefined while the field shows the selected option. */
  const [text, setText] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const isLeft = !isOpen && !isReadOnly && text !== undefined;
  const showsError = useAfterClick(isLeft);
  const noun = parts.label.toLowerCase();
  const name = text?.trim() ?? '';
  const isEmpty = isOpen && !isPending && options.length === 0;
  const choices = isEmpty && onMake && name ? [{ id: 'new', name: `Add “${name}” as a new ${noun}` }] : options;
  const search = (next: string) => {
    setText(next);
    setActive(0);
    setOpen(true);
    onSearch(next);
    onLeft?.('');
  };
  const open = () => {
    if (!isOpen && !isReadOnly) search(text ?? '');
  };
  const cancel = () => {
    setText(undefined);
    setOpen(false);
    onLeft?.('');
  };
  const leave = () => {
    if (!isOpen) return;
    if (!name) return cancel();
    setOpen(false);
    onLeft?.(name);
  };
  const choose = (index: number) => {
    const option = options[index];
    if (option) {
      onChange(option);
      cancel();
    } else if (choices[index]) onMake?.(name);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: isOpen ? () => setActive(Math.min(active + 1, choices.length - 1)) : open,
    ArrowUp: () => setActive(Math.max(active - 1, 0)),
    Enter: isOpen ? () => choose(active) : open,
    Escape: cancel,
  };
  const handleKey = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || isReadOnly || (event.key === 'Escape' && text === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const unselectedError = `${value ? `${value.name} is still selected` : `No ${noun} selected`}. Choose a result for “${name}”, or clear the field.`;
  return (
    <Field {...parts} error={showsError ? unselectedError : parts.error}>
      {(control) => (
        <div className={styles.box}>
          <input
            {...control}
            ref={inputRef}
            className={`${control.className} ${styles.input}`}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && choices.length > 0 ? listboxOptionId(listId, active) : undefined}
            autoComplete="off"
            readOnly={isReadOnly}
            placeholder={isOpen && value ? value.name : 'Type to search'}
            value={(isReadOnly ? undefined : text) ?? value?.name ?? ''}
            onClick={open}
            onBlur={leave}
            onKeyDown={handleKey}
            onChange={(event) => search(event.target.value)}
          />
          {(value || isLeft) && !isReadOnly && (
            <button
              type="button"
              className={styles.clear}
              aria-label={isLeft ? `Discard “${name}”` : `Clear ${value?.name}`}
              onClick={() => {
                if (!isLeft) onChange(null);
                cancel();
              }}
            >
              <Icon name="close" size={16} />
            </button>
          )}
          {isOpen && (
            // Not a Tab stop, as a list that scrolls would be: it closes with the blur, and the focus would be lost.
            <div className={styles.popup} tabIndex={-1}>
              <p className={styles.state} role="status">
                {isPending ? 'Searching…' : isEmpty ? 'No results' : ''}
              </p>
              <Listbox id={listId} label={parts.label} options={choices} active={active} onChoose={choose} />
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

/** How long a click takes, in milliseconds. */
const clickDuration = 250;

/**
 * Returns true once the click that took the focus is over, because an error that appears earlier would move its target
 * away.
 */
function useAfterClick(isLeft: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isLeft) return setOver(false);
    const timer = setTimeout(setOver, clickDuration, true);
    return () => clearTimeout(timer);
  }, [isLeft]);
  return isLeft && isOver;
}
