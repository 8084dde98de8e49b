import { type KeyboardEvent, type MouseEvent, type Ref, useId, useState } from 'react';
import styles from './Combobox.module.css';
import { Field, type FieldParts } from './Field.tsx';
import { Icon } from './Icon.tsx';

export type Option = { id: string; name: string; note?: string };

/**
 * A text field that finds one of many. Arrow keys walk the found ones, Enter takes one, Escape gives up; leaving with
 * other text brings back the one that was chosen.
 */
export function Combobox({
  value,
  options,
  isPending,
  onSearch,
  onChange,
  isReadOnly = false,
  inputRef,
  ...parts
}: FieldParts & {
  value: Option | null;
  /** What the search has found. */
  options: readonly Option[];
  isPending: boolean;
  onSearch: (text: string) => void;
  onChange: (option: Option | null) => void;
  isReadOnly?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const listId = useId();
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(0);
  const isOpen = text !== undefined;
  const open = () => {
    if (isOpen || isReadOnly) return;
    setText('');
    setActive(0);
    onSearch('');
  };
  const close = () => setText(undefined);
  const choose = (option: Option | null) => {
    onChange(option);
    close();
  };
  const chooseActive = () => {
    const option = options[active];
    if (isOpen && option) choose(option);
  };
  const goDown = () => setActive(Math.min(active + 1, options.length - 1));
  const goUp = () => setActive(Math.max(active - 1, 0));
  const keys: Record<string, () => void> = {
    ArrowDown: isOpen ? goDown : open,
    ArrowUp: goUp,
    Enter: chooseActive,
    Escape: close,
  };
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || isReadOnly || (event.key === 'Escape' && !isOpen)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <Field {...parts}>
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
            aria-activedescendant={isOpen && options.length > 0 ? optionId(listId, active) : undefined}
            autoComplete="off"
            readOnly={isReadOnly}
            placeholder={isOpen && value ? value.name : 'Type to search'}
            value={text ?? value?.name ?? ''}
            onClick={open}
            onBlur={close}
            onKeyDown={press}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
              onSearch(event.target.value);
            }}
          />
          {value && !isReadOnly && (
            <button
              type="button"
              className={styles.clear}
              aria-label={`Take ${value.name} out`}
              onClick={() => choose(null)}
            >
              <Icon name="close" size={16} />
            </button>
          )}
          {isOpen && (
            <FoundOptions
              id={listId}
              label={parts.label}
              options={options}
              active={active}
              isPending={isPending}
              onChoose={choose}
            />
          )}
        </div>
      )}
    </Field>
  );
}

const optionId = (listId: string, index: number) => `${listId}-${index}`;

function FoundOptions({
  id,
  label,
  options,
  active,
  isPending,
  onChoose,
}: {
  id: string;
  label: string;
  options: readonly Option[];
  active: number;
  isPending: boolean;
  onChoose: (option: Option) => void;
}) {
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  return (
    <div className={styles.popup}>
      <div id={id} className={styles.options} role="listbox" aria-label={label} onMouseDown={keepFocus}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does what a press does here.
          <div
            key={option.id}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            onClick={() => onChoose(option)}
          >
            {option.name}
            {option.note && <span className={styles.note}>{option.note}</span>}
          </div>
        ))}
      </div>
      <p className={styles.state} role="status">
        {isPending ? 'Searching…' : options.length === 0 ? 'Nothing found' : ''}
      </p>
    </div>
  );
}
