import { type KeyboardEvent, type Ref, useEffect, useId, useState } from 'react';
import { loadable } from '../forms/loadable.tsx';
import styles from './Combobox.module.css';
import { Field, type FieldParts } from './Field.tsx';
import type { Option } from './FoundOptions.tsx';
import { Icon } from './Icon.tsx';

export type { Option };

const FoundOptions = loadable(async () => (await import('./FoundOptions.tsx')).FoundOptions);

/**
 * A text field that finds one of many. Arrow keys walk the found ones, Enter takes one, Escape gives up. Text of which none
 * was taken stays when the field is left, which says so.
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
  value: Option | null;
  /** What the search has found. */
  options: readonly Option[];
  isPending: boolean;
  onSearch: (text: string) => void;
  onChange: (option: Option | null) => void;
  /** Hears what text stands in the field of which none was taken; '' once there is none. */
  onLeft?: ((text: string) => void) | undefined;
  /** Makes what was not found, by the name that was looked for. */
  onMake?: ((name: string) => void) | undefined;
  isReadOnly?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const listId = useId();
  /** Nothing while the field shows what is chosen. */
  const [text, setText] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const isLeft = !isOpen && !isReadOnly && text !== undefined;
  const saysSo = useAfterPress(isLeft);
  const optionId = (index: number) => `${listId}-${index}`;
  const noun = parts.label.toLowerCase();
  const name = text?.trim() ?? '';
  const isNothing = isOpen && !isPending && options.length === 0;
  const offered = isNothing && onMake && name ? [{ id: 'new', name: `Add '${name}' as a new ${noun}` }] : options;
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
  const giveUp = () => {
    setText(undefined);
    setOpen(false);
    onLeft?.('');
  };
  const leave = () => {
    if (!isOpen) return;
    if (!name) return giveUp();
    setOpen(false);
    onLeft?.(name);
  };
  const choose = (index: number) => {
    const option = options[index];
    if (option) {
      onChange(option);
      giveUp();
    } else if (offered[index]) onMake?.(name);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: isOpen ? () => setActive(Math.min(active + 1, offered.length - 1)) : open,
    ArrowUp: () => setActive(Math.max(active - 1, 0)),
    Enter: isOpen ? () => choose(active) : open,
    Escape: giveUp,
  };
  const pressKey = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || isReadOnly || (event.key === 'Escape' && text === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const left = `${value ? `It is still ${value.name}` : `No ${noun} is chosen`}: '${name}' is only typed. Take one that is found, or empty the field.`;
  return (
    <Field {...parts} error={saysSo ? left : parts.error}>
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
            aria-activedescendant={isOpen && offered.length > 0 ? optionId(active) : undefined}
            autoComplete="off"
            readOnly={isReadOnly}
            placeholder={isOpen && value ? value.name : 'Type to search'}
            value={(isReadOnly ? undefined : text) ?? value?.name ?? ''}
            onClick={open}
            onBlur={leave}
            onKeyDown={pressKey}
            onChange={(event) => search(event.target.value)}
          />
          {(value || isLeft) && !isReadOnly && (
            <button
              type="button"
              className={styles.clear}
              aria-label={isLeft ? `Take '${name}' back` : `Take ${value?.name} out`}
              onClick={() => {
                if (!isLeft) onChange(null);
                giveUp();
              }}
            >
              <Icon name="close" size={16} />
            </button>
          )}
          {isOpen && (
            <FoundOptions
              id={listId}
              idOf={optionId}
              label={parts.label}
              options={offered}
              active={active}
              state={isPending ? 'Searching…' : isNothing ? 'Nothing found' : ''}
              onChoose={choose}
            />
          )}
        </div>
      )}
    </Field>
  );
}

/** How long a press takes, in milliseconds. */
const press = 250;

/** Follows once the press that has left the field is over: what is pressed must not move away under it. */
function useAfterPress(isLeft: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isLeft) return setOver(false);
    const timer = setTimeout(setOver, press, true);
    return () => clearTimeout(timer);
  }, [isLeft]);
  return isLeft && isOver;
}
