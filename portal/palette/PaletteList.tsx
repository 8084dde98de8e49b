import { type MouseEvent, useEffect, useRef } from 'react';
import { type Command, commandGroups } from './commands.ts';
import styles from './Palette.module.css';

/** The listbox of matching commands, in groups. The focus stays in the input above (aria-activedescendant). */
export function PaletteList({
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
    <div ref={list} id={id} className={styles.list} role="listbox" aria-label="Found" onMouseDown={keepFocus}>
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
