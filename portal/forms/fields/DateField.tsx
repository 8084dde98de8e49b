import { useSyncExternalStore } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { builtInFormats } from '#schemas/texts/moments.ts';
import { DateControl } from '../dates/DateControl.tsx';
import { useFieldValue } from '../store/hooks.ts';
import { onInputEvent } from '../store/inputDelegation.ts';
import { datePrecisionOf } from '../typed/fieldKind.ts';
import type { DatePrecision } from '../typed/typedKinds.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import styles from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import { useTableCell } from './tableCell.ts';
import { type FieldState, useField } from './useField.ts';
import { useFieldSource } from './useTypedField.ts';

/** A field for a day, a moment in UTC, or a month (stored as its first day). Read-only it is text in its format. */
export function DateField({ widget, row }: ViewProps<'date_input'>) {
  const { format, minYear } = widget.config;
  const picking = datePrecisionOf(widget.config);
  return <Moment widget={widget} row={row} picking={picking} format={format ?? formats[picking]} minYear={minYear} />;
}

/** A field for a time of day. Read-only it is text in its format. */
export function TimeField({ widget, row }: ViewProps<'time_input'>) {
  return <Moment widget={widget} row={row} picking="time" format={widget.config.format} />;
}

/** The default formats of dates (spec 9). */
const formats = { day: 'M/d/yy', month: 'MMMM yyyy', moment: 'M/d/yy h:mm a', time: 't' } as const;

interface MomentProps {
  widget: ValidWidget;
  row: Row;
  picking: DatePrecision;
  format: string;
  minYear?: number | undefined;
}

function Moment({ widget, row, picking, format, minYear }: MomentProps) {
  const field = useField(widget, row);
  const source = useFieldSource(widget, row);
  const isInCell = useTableCell() !== null;
  return (
    <FieldFrame widget={widget} field={field}>
      {field.isReadOnly ? (
        <FormattedInput widget={widget} row={row} field={field} format={format} />
      ) : (
        <>
          <DateControl
            picking={picking}
            name={widget.meta.label || widget.key}
            minYear={minYear}
            source={source}
            listen={onInputEvent}
            isInCell={isInCell}
            control={{ id: field.id, className: styles.control, ...field.ariaProps }}
          />
          <PrintedText widget={widget} row={row} format={format} />
        </>
      )}
    </FieldFrame>
  );
}

interface FormattedProps {
  widget: ValidWidget;
  row: Row;
  format: string;
}

/** A read-only date or time in its format, as an input that can be focused and copied from. */
function FormattedInput({ widget, row, field, format }: FormattedProps & { field: FieldState }) {
  return (
    <input
      id={field.id}
      className={styles.control}
      type="text"
      readOnly
      disabled={field.isDisabled}
      value={useFormattedDate(useFieldValue(widget, row), format)}
      {...field.ariaProps}
    />
  );
}

/** A date or time for print, because the browser would print a native control in its own format. */
function PrintedText({ widget, row, format }: FormattedProps) {
  const text = useFormattedDate(useFieldValue(widget, row), format);
  return <span className={styles.printed}>{text || (widget.config.emptyUntilAnswered ? '–' : '')}</span>;
}

type Formatter = (value: string, format: string) => string;

/**
 * Formats a stored date or time with luxon tokens, in en-US and UTC (spec 9). The spec's own formats work without
 * luxon; other formats lazy-load it, and until then the value is shown as stored.
 */
function useFormattedDate(value: unknown, format: string): string {
  const builtIn = builtInFormats[format];
  const formatter = useSyncExternalStore(builtIn ? neverChanges : watchLuxon, () => luxon);
  if (typeof value !== 'string' || value === '') return '';
  return (builtIn ?? formatter ?? asStored)(value, format);
}

const asStored: Formatter = (value) => value;

let luxon: Formatter | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

function watchLuxon(listener: () => void): () => void {
  listeners.add(listener);
  void loadLuxon();
  return () => listeners.delete(listener);
}

const neverChanges = () => () => undefined;

async function loadLuxon(): Promise<void> {
  loading ??= import('./formatWithLuxon.ts').then(
    ({ formatWithLuxon }) => {
      luxon = formatWithLuxon;
      for (const listener of listeners) listener();
    },
    // Offline: the value is shown as stored, and the next field tries again.
    () => {
      loading = undefined;
    },
  );
  await loading;
}
