import { useRef, useState } from 'react';
import { Icon } from '../../look/Icon.tsx';
import { loadable } from '../loadable.tsx';
import type { DatePickerProps } from './DatePicker.tsx';
import styles from './PickButton.module.css';

const DatePicker = loadable(async () => (await import('./DatePicker.tsx')).DatePicker, {
  missing: Unloaded,
  isDialog: true,
});

/** Opens the calendar of a date's control; it is loaded when it is first opened. */
export function PickButton(props: Omit<DatePickerProps, 'anchor' | 'onClose'>) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.opener}
        aria-label="Calendar"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="calendar" size={16} />
      </button>
      {isOpen && <DatePicker {...props} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}

function Unloaded() {
  return (
    <span role="alert" className={styles.unloaded}>
      The calendar could not be loaded: type the date.
    </span>
  );
}
