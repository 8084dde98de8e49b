import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../look/Button.tsx';
import { Icon } from '../look/Icon.tsx';
import { useModal } from '../look/useModal.ts';
import { type Command, commandGroups } from './commands.ts';
import styles from './Palette.module.css';

/** A combobox in a dialog: filters commands; the arrow keys select one, Enter or a click runs it. */
export function PaletteDialog({
  name,
  label,
  commands,
  first = 0,
  state,
  onType,
  onClose,
}: {
  name: string;
  /** The placeholder and label of the input. */
  label: string;
  /** The commands that match the input. */
  commands: readonly Command[];
  /** The index selected while the input is empty. */
  first?: number;
  /** The state of the search, for the live region. */
  state: string;
  onType: (text: string) => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const modal = useModal(onClose);
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(first);
  const run = ({ href, isElsewhere, run: press }: Command) => {
    onClose();
    if (press) press();
    else if (href && isElsewhere) location.assign(href);
    else if (href) void navigate(href);
  };
  const step = (by: number) => setActive((active + by + commands.length) % Math.max(1, commands.length));
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => {
      const chosen = commands[active];
      if (chosen) run(chosen);
    },
  };
  const pressKey = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  const optionId = (index: number) => `${listId}-${index}`;
  return (
    <dialog {...modal} className={styles.palette} aria-label={name}>
      <div className={styles.head}>
        <Icon name="search" />
        <input
          className={styles.input}
          role="combobox"
          aria-label={label}
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          placeholder={label}
          value={text}
          maxLength={200}
          onChange={({ target }) => {
            setText(target.value);
            onType(target.value);
            setActive(target.value.trim() === '' ? first : 0);
          }}
          onKeyDown={pressKey}
        />
        <Button kind="quiet" onClick={onClose} aria-label="Close">
          <Icon name="close" size={16} />
        </Button>
      </div>
      <PaletteList id={listId} idOf={optionId} commands={commands} active={active} onChoose={run} />
      <p className={styles.state} role="status">
        {state}
      </p>
    </dialog>
  );
}

/** The listbox of matching commands, in groups. The focus stays in the input above (aria-activedescendant). */
function PaletteList({
  id,
  idOf,
  commands,
  active,
  onChoose,
}: {
  id: string;
  idOf: (index: number) => string;
  commands: readonly Command[];
  active: number;
  onChoose: (command: Command) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(idOf(active))}`)?.scrollIntoView({ block: 'nearest' });
  }, [idOf, active]);
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  return (
    <div ref={list} id={id} className={styles.list} role="listbox" aria-label="Results" onMouseDown={keepFocus}>
      {commandGroups.map((group) => {
        const within = commands.filter((each) => each.group === group);
        if (within.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a list of options has groups of its own.
          <div key={group} role="group" aria-label={group}>
            <div className={styles.group} aria-hidden="true">
              {group}
            </div>
            {within.map((command) => {
              const index = commands.indexOf(command);
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
                // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does what a press does here.
                <div
                  key={command.key}
                  id={idOf(index)}
                  role="option"
                  aria-selected={index === active}
                  className={styles.option}
                  onClick={() => onChoose(command)}
                >
                  <span className={styles.title}>{command.title}</span>
                  {command.note && <span className={styles.note}>{command.note}</span>}
                </div>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}
