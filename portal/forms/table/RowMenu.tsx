import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Icon, type IconName } from '../../look/Icon.tsx';
import { positionTooltip } from '../fields/Tooltip.tsx';
import styles from './TableView.module.css';

/** An entry of the row menu. */
export interface RowAction {
  label: string;
  icon: IconName;
  isPossible: boolean;
  /** The keyboard shortcut in a cell of the row. */
  keys?: string;
  act: () => void;
}

interface RowMenuProps {
  /** The menu's accessible name. */
  name: string;
  button: HTMLElement;
  actions: readonly RowAction[];
  onClose: () => void;
}

/** The popover menu with a table row's actions. Escape and a click outside close it. */
export function RowMenu({ name, button, actions, onClose }: RowMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return undefined;
    element.showPopover();
    positionTooltip(element, button, 'left');
    element.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
    const handleToggle = (event: ToggleEvent) => event.newState === 'closed' && onClose();
    element.addEventListener('toggle', handleToggle);
    return () => element.removeEventListener('toggle', handleToggle);
  }, [button, onClose]);
  const handleKeyDown = (event: KeyboardEvent) => {
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
    <div ref={menu} popover="auto" role="menu" aria-label={name} className={styles.menu} onKeyDown={handleKeyDown}>
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
