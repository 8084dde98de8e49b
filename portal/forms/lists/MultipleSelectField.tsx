import { type KeyboardEvent, useRef, useState } from 'react';
import { textsIn } from '#schemas/forms/kinds/texts.ts';
import { Listbox, listboxOptionId } from '../../look/Listbox.tsx';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import { selectableOptions, toggledChoices } from '../fields/selectableOptions.ts';
import { useField } from '../fields/useField.ts';
import { useFieldValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import listStyles from './MultipleSelectField.module.css';
import styles from './SelectedChips.module.css';
import { ReadOnlyTextList, SelectedChips } from './SelectedChips.tsx';
import { usePopover } from './usePopover.ts';

/**
 * A multi-select combobox with search. Arrow keys move through the results, Enter toggles one, Escape closes the list,
 * Backspace removes the last value.
 */
export function MultipleSelectField({ widget, row }: ViewProps<'multiple_select'>) {
  const field = useField(widget, row);
  const value = textsIn(useFieldValue(widget, row), () => true);
  const [search, setSearch] = useState<string>();
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOpen = search !== undefined;
  usePopover({ isOpen, anchor: box, popup });
  const chosen = new Set(value);
  const all = selectableOptions(widget.config.options, chosen);
  const found = isOpen ? all.filter((option) => matches(option, search)) : [];
  const name = widget.meta.label || widget.key;
  const listId = `${field.id}-options`;
  const labels = new Map(all.map((option) => [option.value, option.label]));
  const labelOf = (each: string) => labels.get(each) ?? each;
  if (field.isReadOnly) return <ReadOnlyTextList widget={widget} field={field} texts={value.map(labelOf)} />;

  const open = (text = '') => {
    setSearch(text);
    setActive(0);
  };
  const close = () => setSearch(undefined);
  const listed = found.slice(0, maxListedOptions);
  const toggle = (index: number) => {
    const changed = listed[index]?.value;
    if (changed === undefined) return open();
    return field.set(toggledChoices(value, changed, widget.config.exclusiveOptions));
  };
  const moveActive = (by: number) =>
    isOpen ? setActive(Math.max(0, Math.min(active + by, listed.length - 1))) : open();
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => moveActive(1),
    ArrowUp: () => moveActive(-1),
    Enter: () => toggle(active),
  };
  const keysWhenOpen: Readonly<Record<string, () => void>> = { ...keys, Escape: close };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && !search && value.length > 0) field.set(value.slice(0, -1));
    const act = (isOpen ? keysWhenOpen : keys)[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <FieldFrame widget={widget} field={field}>
      <div ref={box} className={styles.field} data-invalid={field.ariaProps['aria-invalid']}>
        <SelectedChips
          name={name}
          chips={value.map((each) => ({ key: each, label: labelOf(each) }))}
          remove={(index) => {
            field.set(value.toSpliced(index, 1));
            input.current?.focus();
          }}
        />
        <input
          ref={input}
          id={field.id}
          className={styles.input}
          type="text"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && found.length > 0 ? listboxOptionId(listId, active) : undefined}
          autoComplete="off"
          placeholder={value.length === 0 ? 'Choose…' : undefined}
          disabled={field.isDisabled}
          {...field.ariaProps}
          value={search ?? ''}
          onClick={() => (isOpen ? close() : open())}
          onChange={(event) => open(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
          onBlur={() => {
            close();
            field.blur();
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click on the list must not take the focus from the input. */}
      <div ref={popup} popover="manual" className={listStyles.popup} onMouseDown={(event) => event.preventDefault()}>
        {isOpen && (
          <Listbox
            id={listId}
            label={name}
            options={listed.map((option) => ({ id: option.value, name: option.label }))}
            active={active}
            chosen={chosen}
            onChoose={toggle}
          />
        )}
        <p className={listStyles.state} role="status">
          {isOpen && stateOf(found.length)}
        </p>
      </div>
    </FieldFrame>
  );
}

function matches({ value, label }: { value: string; label: string }, search: string): boolean {
  const query = search.trim().toLowerCase();
  return query === '' || label.toLowerCase().includes(query) || value.toLowerCase().includes(query);
}

/** Options beyond this number are not listed: typing another letter finds them faster. */
const maxListedOptions = 200;

function stateOf(count: number): string {
  if (count === 0) return 'No results';
  return count > maxListedOptions ? `${count - maxListedOptions} more. Type to find them.` : '';
}
