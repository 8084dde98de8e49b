import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../../look/Icon.tsx';
import { watchMediaQuery } from '../../look/mediaQuery.ts';
import { lazyComponent } from '../lazyComponent.tsx';
import type { TypedField } from '../typed/typedField.ts';
import type { TypedSource } from '../typed/typedInput.ts';
import { type DatePrecision, dateKind } from '../typed/typedKinds.ts';
import { useTypedInput } from '../typed/useTypedInput.ts';
import calendarButtonStyles from './CalendarButton.module.css';
import styles from './DateInput.module.css';
import type { DatePickerProps } from './DatePicker.tsx';
import { dateYearRange, localToday } from './days.ts';

const DateReading = lazyComponent(async () => (await import('./ParsedDateHint.tsx')).ParsedDateHint);

/** The code for stepping a date by arrow keys, loaded lazily with the first focus of a date input. */
let parts: typeof import('./stepDate.ts') | undefined;

async function loadParts(): Promise<void> {
  try {
    parts ??= await import('./stepDate.ts');
  } catch {
    // Offline: the arrow keys do nothing; the next focus tries again.
  }
}

/** The props that the date inputs of forms and other pages share. */
export interface SharedDateProps {
  picking: DatePrecision;
  /** The field's name, for the calendar's label. */
  name: string;
  /** The first accepted year; 1900 by default. */
  minYear?: number | undefined;
  /** The day that `t` stands for; by default the user's local day. */
  today?: () => string;
  /** The zone shown after a parsed time: UTC, or '' for times in the user's own zone. */
  zoneName?: string;
  /**
   * Whether the input is a table cell: there the arrow keys move between cells, and the parsed date is not announced.
   */
  isInCell?: boolean;
  /** Additional attributes of the input: id, class, `aria-` attributes, `disabled`, `readOnly`. */
  control?: Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue' | 'onChange' | 'type'>;
}

interface DateControlProps extends SharedDateProps {
  source: TypedSource;
  listen?: Parameters<typeof useTypedInput>[0]['listen'];
}

/**
 * A date picker as a text input with a calendar: a date, month, date with time, or time in any format that the parsers
 * of `schemas/typed-values` accept, `t` for today and `+7` for a week ahead. Up and down change the part under the
 * caret, Alt+ArrowDown opens the calendar. For callers with a store of their own, such as a form: nothing re-renders
 * while the user types.
 */
export function DateControl(props: DateControlProps) {
  const { picking, name, minYear, today = localToday, zoneName = 'UTC', isInCell = false, control = {} } = props;
  const { source, listen } = props;
  const input = useRef<HTMLInputElement>(null);
  const showReading = useRef<(field: TypedField) => void>(null);
  const [isUsed, setUsed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const kind = useMemo(() => dateKind(picking, { today, minYear }), [picking, today, minYear]);
  const typed = useTypedInput({
    input,
    kind,
    source,
    onPaint: (field) => showReading.current?.(field),
    ...(listen ? { listen } : {}),
  });
  const isLocked = control.readOnly || control.disabled;
  const { events } = typed;
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || isLocked || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.altKey) {
      if (by > 0) return;
      event.preventDefault();
      return setOpen(true);
    }
    if (isInCell) return;
    event.preventDefault();
    const { value: text, selectionStart, selectionEnd } = event.currentTarget;
    const selection = { from: selectionStart ?? 0, to: selectionEnd ?? 0 };
    const stepped = parts?.stepDate({ text, selection, by: by > 0 ? 1 : -1 }, picking, { today, minYear });
    if (!stepped) return;
    typed.choose(stepped.value);
    event.currentTarget.setSelectionRange(stepped.from, stepped.to);
  };
  return (
    <>
      <input
        placeholder={isInCell || isLocked ? undefined : examples[picking]}
        autoComplete="off"
        {...control}
        ref={input}
        type="text"
        className={`${styles.control} ${control.className ?? ''}`}
        onKeyDown={(event) => {
          control.onKeyDown?.(event);
          if (!event.defaultPrevented) handleKeyDown(event);
        }}
        onFocus={(event) => {
          control.onFocus?.(event);
          if (isLocked) return;
          void loadParts();
          setUsed(true);
          events.onFocus();
        }}
        onBlur={(event) => {
          control.onBlur?.(event);
          if (!isLocked) events.onBlur();
        }}
      />
      {!isLocked && (isUsed || !isInCell) && (
        <CalendarButton
          picking={picking}
          name={name}
          minYear={minYear}
          value={source.value}
          onPick={typed.choose}
          isOpen={isOpen}
          setOpen={setOpen}
          isInCell={isInCell}
        />
      )}
      {!isLocked && isUsed && (
        <DateReading
          picking={picking}
          kind={kind}
          zoneName={zoneName}
          input={input}
          show={showReading}
          now={typed.now}
          isAnnounced={!isInCell}
        />
      )}
    </>
  );
}

const examples: Record<DatePrecision, string> = {
  day: 'M/D/YYYY',
  month: 'Month YYYY',
  moment: 'M/D/YYYY h:mm AM',
  time: 'h:mm AM',
};

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
function CalendarButton({ isOpen, setOpen, isInCell = false, ...props }: PickButtonProps) {
  const { picking, name, value, minYear = dateYearRange.first, onPick } = props;
  const button = useRef<HTMLButtonElement>(null);
  const native = useRef<HTMLInputElement>(null);
  const [isNative, setNative] = useState(false);
  const [picker, setPicker] = useState<typeof import('./nativePicker.ts')>();
  // On touch screens: loaded before the first press, because browsers open their picker only during a press.
  useEffect(() => {
    if (coarsePointer.matches()) void import('./nativePicker.ts').then(setPicker, () => undefined);
  }, []);
  const toggleCalendar = () => {
    if (picker && coarsePointer.matches()) {
      flushSync(() => setNative(true));
      if (picker.showNative(native, picking, value())) return;
    }
    setOpen(!isOpen);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={
          isInCell ? `${calendarButtonStyles.opener} ${calendarButtonStyles.inCell}` : calendarButtonStyles.opener
        }
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
      {isNative && picker && (
        <input
          ref={native}
          className={calendarButtonStyles.native}
          type={picker.nativeTypes[picking]}
          min={picking === 'time' ? undefined : picker.nativeText(`${String(minYear).padStart(4, '0')}-01-01`, picking)}
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ currentTarget }) => onPick(picker.nativeValue(currentTarget.value, picking))}
        />
      )}
      {isOpen && <DatePicker {...props} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}

function CalendarLoadError() {
  return (
    <span role="alert" className={calendarButtonStyles.unloaded}>
      The calendar couldn't be loaded. Type the date instead.
    </span>
  );
}
