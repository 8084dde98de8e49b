import { type InputHTMLAttributes, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { loadable } from '../loadable.tsx';
import type { TypedField } from '../typed/typedField.ts';
import type { TypedSource } from '../typed/typedInput.ts';
import { dateKind, type Picking } from '../typed/typedKinds.ts';
import { useTypedInput } from '../typed/useTypedInput.ts';
import { useValueSource } from '../typed/useValueSource.ts';
import styles from './DateInput.module.css';
import { PickButton } from './PickButton.tsx';
import { localToday } from './today.ts';

const DateReading = loadable(async () => (await import('./DateReading.tsx')).DateReading);

/** What steps a date by the arrow keys, and says how it is read, is loaded with the first focus of a date. */
let parts: typeof import('./dateParts.ts') | undefined;

async function loadParts(): Promise<void> {
  try {
    parts ??= await import('./dateParts.ts');
  } catch {
    // Without a network the arrow keys do nothing; the next focus asks again.
  }
}

interface SharedProps {
  picking: Picking;
  /** The field's name, for its calendar. */
  name: string;
  /** The first year that is accepted; 1900 by default. */
  minYear?: number | undefined;
  /** The day that `t` stands for; the person's own by default. */
  today?: () => string;
  /** What stands behind a time that is read out: UTC, or nothing where times are the person's own. */
  zoneName?: string;
  /** In a cell of a table the arrow keys lead to other cells, and what is typed is not read out. */
  isInCell?: boolean;
  /** What the control has of its own: id, class, `aria-` attributes, `disabled`, `readOnly`. */
  control?: Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue' | 'onChange' | 'type'>;
}

interface DateInputProps extends SharedProps {
  /** A stored date or time ('2026-03-31', '2026-03-31T20:30:00.000Z', '20:30'), or the typed text that could not be read. */
  value: string;
  /** Called at each key with the date as it is stored, '' for a blank text, or the text as typed when it cannot be read. */
  onChange: (value: string) => void;
  /** Called when the field is left: from then on a text that cannot be read is a problem to show. */
  onLeave?: () => void;
  /** Draws the positioned box that the calendar's button stands in, where nothing around the field is one. */
  hasBox?: boolean;
}

/**
 * A date, month, date with time, or time as text, with a calendar: any format that the parsers of `schemas/typed-values`
 * accept, `t` for today and `+7` for a week ahead. Up and down change the part under the caret, Alt+ArrowDown opens the
 * calendar. For pages that hold the value themselves; forms use `DateControl`.
 */
export function DateInput({ value, onChange, onLeave, hasBox = false, ...shared }: DateInputProps) {
  const source = useValueSource({
    value,
    onChange: (next) => onChange(typeof next === 'string' ? next : ''),
    onLeave,
  });
  const input = <DateControl {...shared} source={source} />;
  return hasBox ? <span className={styles.box}>{input}</span> : input;
}

interface DateControlProps extends SharedProps {
  source: TypedSource;
  listen?: Parameters<typeof useTypedInput>[0]['listen'];
}

/** The same for whoever keeps the value in a store of its own, such as a form: it renders nothing while somebody types. */
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
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
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
          if (!event.defaultPrevented) press(event);
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
        <PickButton
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

const examples: Record<Picking, string> = {
  day: 'M/D/YYYY',
  month: 'Month YYYY',
  moment: 'M/D/YYYY h:mm AM',
  time: 'h:mm AM',
};
