import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../../look/Icon.tsx';
import { watchMediaQuery } from '../../look/mediaQuery.ts';
import { lazyComponent } from '../lazyComponent.tsx';
import type { DatePrecision } from '../typed/typedKinds.ts';
import styles from './CalendarButton.module.css';
import type { DatePickerProps } from './DatePicker.tsx';
import { dateYearRange } from './dayBounds.ts';

const DatePicker = lazyComponent(async () => (await import('./DatePicker.tsx')).DatePicker, {
  errorFallback: CalendarLoadError,
  isDialog: true,
});

const coarsePointer = watchMediaQuery('(pointer: coarse)');

interface PickButtonProps extends Omit<DatePickerProps, 'anchor' | 'onClose'> {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Whether the button is in a table cell: there it is visible while the cell has the focus, and Tab skips it. */
  isInCell?: boolean;
}

/**
 * The button that opens the calendar, or the native date picker on touch screens. The calendar loads lazily on the
 * first click.
 */
export function CalendarButton({ isOpen, setOpen, isInCell = false, ...props }: PickButtonProps) {
  const { picking, name, value, minYear = dateYearRange.first, onPick } = props;
  const button = useRef<HTMLButtonElement>(null);
  const native = useRef<HTMLInputElement>(null);
  const [isNative, setNative] = useState(false);
  const toggleCalendar = () => {
    if (coarsePointer.matches()) {
      flushSync(() => setNative(true));
      if (showNative(native, picking, value())) return;
    }
    setOpen(!isOpen);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={isInCell ? `${styles.opener} ${styles.inCell}` : styles.opener}
        aria-label={picking === 'time' ? `Choose a time for ${name}` : `Calendar for ${name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        tabIndex={isInCell ? -1 : undefined}
        // The cell's input keeps the focus, and with it its position in the table.
        onPointerDown={isInCell ? (event) => event.preventDefault() : undefined}
        onClick={toggleCalendar}
      >
        <Icon name={picking === 'time' ? 'clock' : 'calendar'} size={16} />
      </button>
      {isNative && (
        <input
          ref={native}
          className={styles.native}
          type={nativeTypes[picking]}
          min={picking === 'time' ? undefined : nativeText(`${String(minYear).padStart(4, '0')}-01-01`, picking)}
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ currentTarget }) => onPick(nativeValue(currentTarget.value, picking))}
        />
      )}
      {isOpen && <DatePicker {...props} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}

const nativeTypes = { day: 'date', month: 'month', moment: 'datetime-local', time: 'time' } as const;

/** Opens the native picker. Returns false if the device has none of this type. */
function showNative(native: RefObject<HTMLInputElement | null>, picking: DatePrecision, value: unknown): boolean {
  const input = native.current;
  // Browsers fall back to `text` for an unsupported type.
  if (!input || input.type !== nativeTypes[picking] || !('showPicker' in input)) return false;
  input.value = typeof value === 'string' ? nativeText(value, picking) : '';
  try {
    input.showPicker();
    return true;
  } catch {
    return false;
  }
}

/** Converts a stored value to the format of the native input. */
function nativeText(value: string, picking: DatePrecision): string {
  if (picking === 'time') return value.slice(0, 5);
  if (picking === 'moment') return value.includes('T') ? value.slice(0, 16) : value && `${value}T00:00`;
  return value.slice(0, picking === 'month' ? 7 : 10);
}

function nativeValue(text: string, picking: DatePrecision): string {
  if (text === '' || picking === 'day' || picking === 'time') return text;
  return picking === 'month' ? `${text}-01` : `${text.slice(0, 16)}:00.000Z`;
}

function CalendarLoadError() {
  return (
    <span role="alert" className={styles.unloaded}>
      The calendar couldn't be loaded. Type the date instead.
    </span>
  );
}
