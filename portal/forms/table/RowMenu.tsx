import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Icon, type IconName } from '../../look/Icon.tsx';
import { placeTooltip } from '../fields/placeTooltip.ts';
import styles from './TableView.module.css';

export interface RowAction {
  label: string;
  icon: IconName;
  isPossible: boolean;
  /** The keys that do the same in a cell of the row. */
  keys?: string;
  act: () => void;
}

interface RowMenuProps {
  /** The row, by name. */
  name: string;
  button: HTMLElement;
  actions: readonly RowAction[];
  onClose: () => void;
}

/** What can be done with a row, over the page beside its button. Escape and a press elsewhere close it. */
export function RowMenu({ name, button, actions, onClose }: RowMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = menu.current;
    if (!shown) return undefined;
    shown.showPopover();
    placeTooltip(shown, button, 'left');
    shown.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
    const closed = (event: ToggleEvent) => event.newState === 'closed' && onClose();
    shown.addEventListener('toggle', closed);
    return () => shown.removeEventListener('toggle', closed);
  }, [button, onClose]);
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
    if (event.key === 'Tab' || event.key === 'Escape') {
      event.preventDefault();
      onClose();
      button.focus();
    }
    if (by === undefined) return;
    event.preventDefault();
    const at = items.findIndex((item) => item.matches(':focus'));
    items[(at + by + items.length) % items.length]?.focus();
  };
  return (
    <div ref={menu} popover="auto" role="menu" aria-label={name} className={styles.menu} onKeyDown={press}>
      {actions.map(({ label, icon, isPossible, keys, act }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          disabled={!isPossible}
          aria-keyshortcuts={keys}
          onClick={() => {
            onClose();
            act();
          }}
        >
          <Icon name={icon} size={16} /> <span>{label}</span>
          {keys && <span className={styles.keys}>{keys.replaceAll('Arrow', '')}</span>}
        </button>
      ))}
    </div>
  );
}
