import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { SourceOption, ValidWidget } from '#schemas/forms/form.ts';
import { textsIn } from '#schemas/forms/kinds/texts.ts';
import { Listbox, listboxOptionId } from '../../look/Listbox.tsx';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import { selectableOptions, toggledChoices } from '../fields/selectableOptions.ts';
import { useField } from '../fields/useField.ts';
import { OptionsState } from '../options/OptionsState.tsx';
import { type Choices, useChoices } from '../options/optionSource.ts';
import { useFieldValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import listStyles from './MultipleSelectField.module.css';
import styles from './SelectedChips.module.css';
import { ReadOnlyTextList, SelectedChips } from './SelectedChips.tsx';
import { usePopover } from './usePopover.ts';

/** Several choices from many options, in a combobox. */
export function MultipleSelectField({ widget, row }: ViewProps<'multiple_select'>) {
  const chosen = textsIn(useFieldValue(widget, row), () => true);
  const choices = useChoices(widget, row, chosen);
  return (
    <ChoiceCombobox widget={widget} row={row} choices={choices} exclusiveOptions={widget.config.exclusiveOptions} />
  );
}

interface ComboboxProps {
  widget: ValidWidget;
  row: Row;
  choices: Choices;
  exclusiveOptions?: readonly string[];
  /** A single choice: the value is a text instead of a list, and choosing closes the list. */
  isSingle?: boolean;
}

/**
 * A combobox with search, for one choice or several. Arrow keys move through the results, Enter toggles one, Escape closes
 * the list, Backspace removes the last value. A source with more options than are loaded is searched on the server.
 */
export function ChoiceCombobox({ widget, row, choices, exclusiveOptions = [], isSingle = false }: ComboboxProps) {
  const field = useField(widget, row);
  const stored = useFieldValue(widget, row);
  const value = typeof stored === 'string' && stored !== '' ? [stored] : textsIn(stored, () => true);
  const [search, setSearch] = useState<string>();
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOpen = search !== undefined;
  const { found, status } = useMatches(choices, search);
  usePopover({ isOpen, anchor: box, popup });
  const chosen = new Set(value);
  const labels = new Map(
    selectableOptions(choices.options, choices.status === 'ready' ? chosen : noValues).map((option) => [
      option.value,
      option.label,
    ]),
  );
  const name = widget.meta.label || widget.key;
  const listId = `${field.id}-options`;
  const labelOf = (each: string) => labels.get(each) ?? each;
  if (field.isReadOnly) return <ReadOnlyTextList widget={widget} field={field} texts={value.map(labelOf)} />;

  const open = (text = '') => {
    setSearch(text);
    setActive(0);
  };
  const close = () => setSearch(undefined);
  const listed = found.slice(0, maxListedOptions);
  const remove = (index: number) => field.set(isSingle ? undefined : value.toSpliced(index, 1));
  const toggle = (index: number) => {
    const changed = listed[index]?.value;
    if (changed === undefined) return open();
    if (!isSingle) return field.set(toggledChoices(value, changed, exclusiveOptions));
    field.set(chosen.has(changed) ? undefined : changed);
    return close();
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
    if (event.key === 'Backspace' && !search && value.length > 0) remove(value.length - 1);
    const act = (isOpen ? keysWhenOpen : keys)[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <FieldFrame widget={widget} field={field} below={<OptionsState choices={choices} />}>
      <div ref={box} className={styles.field} data-invalid={field.ariaProps['aria-invalid']}>
        <SelectedChips
          name={name}
          chips={value.map((each) => ({ key: each, label: labelOf(each) }))}
          remove={(index) => {
            remove(index);
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
            options={listed.map(({ value: id, label, group }) => ({ id, name: label, ...(group ? { group } : {}) }))}
            active={active}
            chosen={chosen}
            onChoose={toggle}
          />
        )}
        <p className={listStyles.state} role="status">
          {isOpen && (status ?? stateOf(found.length, choices.hasMore))}
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

const noValues: ReadonlySet<string> = new Set();

/** The options that match the typed text. Those that are not loaded are searched on the server once typing pauses. */
function useMatches(
  { options, hasMore, search: find }: Choices,
  search: string | undefined,
): { found: readonly SourceOption[]; status?: string } {
  const [results, setResults] = useState<{ text: string; found: readonly SourceOption[]; status?: string }>();
  const text = search?.trim() ?? '';
  const isOnServer = hasMore && text !== '';
  useEffect(() => {
    if (!isOnServer) return undefined;
    let isCurrent = true;
    const later = setTimeout(() => {
      find(text).then(
        (found) => isCurrent && setResults({ text, found }),
        () => isCurrent && setResults({ text, found: [], status: 'The search failed. Type again to repeat it.' }),
      );
    }, typingPause);
    return () => {
      isCurrent = false;
      clearTimeout(later);
    };
  }, [isOnServer, text, find]);
  if (!isOnServer) {
    const offered = options.filter(({ isInactive }) => !isInactive);
    return { found: search === undefined ? [] : offered.filter((option) => matches(option, text)) };
  }
  return results?.text === text ? results : { found: [], status: 'Searching…' };
}

const typingPause = 200;

function stateOf(count: number, hasMore: boolean): string {
  if (count === 0) return 'No results';
  if (hasMore && count >= maxListedOptions) return 'There are more. Type to find them.';
  return count > maxListedOptions ? `${count - maxListedOptions} more. Type to find them.` : '';
}
