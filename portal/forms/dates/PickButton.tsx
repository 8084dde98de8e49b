import { type ComponentType, lazy, Suspense, useRef, useState } from 'react';
import { Icon } from '../../look/Icon.tsx';
import type { DatePickerProps } from './DatePicker.tsx';
import styles from './PickButton.module.css';

// What can not be fetched, say without a network, leaves the control to be typed in.
const DatePicker = lazy(
  async (): Promise<{ default: ComponentType<DatePickerProps> }> => ({
    default: await import('./DatePicker.tsx').then(
      (loaded) => loaded.DatePicker,
      () => Unloaded,
    ),
  }),
);

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
      {isOpen && (
        <Suspense fallback={null}>
          <DatePicker {...props} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
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
