import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { textsIn } from '#schemas/forms/kinds/texts.ts';
import { Icon } from '../../look/Icon.tsx';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import { selectableOptions } from '../fields/selectableOptions.ts';
import { useField } from '../fields/useField.ts';
import { useFieldValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import multiSelectListboxStyles from './MultiSelectListbox.module.css';
import { ReadOnlyTextList } from './ReadOnlyTextList.tsx';
import styles from './SelectedChips.module.css';
import { SelectedChips } from './SelectedChips.tsx';
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
  const labels = new Map(all.map((option) => [option.value, option.label]));
  const labelOf = (each: string) => labels.get(each) ?? each;
  if (field.isReadOnly) return <ReadOnlyTextList widget={widget} field={field} texts={value.map(labelOf)} />;

  const open = (text = '') => {
    setSearch(text);
    setActive(0);
  };
  const close = () => setSearch(undefined);
  const toggle = (changed: string) => {
    field.set(chosen.has(changed) ? value.filter((each) => each !== changed) : [...value, changed]);
  };
  const last = Math.min(found.length, maxListedOptions) - 1;
  const moveActive = (by: number) => (isOpen ? setActive(Math.max(0, Math.min(active + by, last))) : open());
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => moveActive(1),
    ArrowUp: () => moveActive(-1),
    Enter: () => (found[active] ? toggle(found[active].value) : open()),
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
          aria-controls={`${field.id}-options`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && found.length > 0 ? listboxOptionId(field.id, active) : undefined}
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
      <MultiSelectListbox
        ref={popup}
        id={field.id}
        name={name}
        found={found}
        chosen={chosen}
        active={active}
        isOpen={isOpen}
        toggle={toggle}
      />
    </FieldFrame>
  );
}

function matches({ value, label }: { value: string; label: string }, search: string): boolean {
  const query = search.trim().toLowerCase();
  return query === '' || label.toLowerCase().includes(query) || value.toLowerCase().includes(query);
}

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
const maxListedOptions = 200;

/** The element id of an option. */
const listboxOptionId = (id: string, index: number) => `${id}-option-${index}`;

/**
 * The multi-select listbox below a combobox. The focus stays in the input, which points to the active option
 * (`aria-activedescendant`).
 */
function MultiSelectListbox({ ref, id, name, found, chosen, active, isOpen, toggle }: FoundOptionsProps) {
  useEffect(() => {
    if (isOpen) document.getElementById(listboxOptionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active, isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click on the list must not take the focus from the input.
    <div
      ref={ref}
      popover="manual"
      className={multiSelectListboxStyles.popup}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div id={`${id}-options`} role="listbox" aria-multiselectable="true" aria-label={name}>
        {found.slice(0, maxListedOptions).map(({ value, label }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant).
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input does the same as a click.
          <div
            key={value}
            id={listboxOptionId(id, index)}
            role="option"
            aria-selected={chosen.has(value)}
            className={multiSelectListboxStyles.option}
            data-active={index === active || undefined}
            onClick={() => toggle(value)}
          >
            <span className={multiSelectListboxStyles.mark}>
              {chosen.has(value) && <Icon name="check" size={16} />}
            </span>
            <span>{label}</span>
          </div>
        ))}
      </div>
      <p className={multiSelectListboxStyles.state} role="status">
        {isOpen && stateOf(found.length)}
      </p>
    </div>
  );
}

function stateOf(count: number): string {
  if (count === 0) return 'No results';
  return count > maxListedOptions ? `${count - maxListedOptions} more. Type to find them.` : '';
}
