import { useRef, useState } from 'react';
import type { DateInputConfig } from '#schemas/generated/widgets.ts';
import type { Picking as Control } from '../dates/moments.ts';
import { PickButton } from '../dates/PickButton.tsx';
import { useStore, useTypedValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import { useCellOfTable } from './cell.ts';
import { dateControls } from './dateControls.ts';
import styles from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import { FormattedInput, PrintedText } from './FormattedValue.tsx';
import { useField } from './useField.ts';

/** A day, a moment in utc, or a month kept as its first day, by the browser's own control; only read, in its format. */
export function DateField({ widget, row }: ViewProps<'date_input'>) {
  const field = useField(widget, row);
  const isInCell = useCellOfTable() !== null;
  const control = controlFor(widget.config);
  const format = widget.config.format ?? dateControls[control].format;
  // While a date is half typed the control gives no value at all, so it must be said that there is one missing.
  const [isHalf, setHalf] = useState(false);
  return (
    <FieldFrame widget={widget} field={field} notice={isHalf ? 'This date is not complete' : undefined}>
      {field.isLocked ? (
        <FormattedInput widget={widget} row={row} field={field} format={format} />
      ) : (
        <>
          <DateInput widget={widget} row={row} control={control} setHalf={setHalf} />
          <PrintedText widget={widget} row={row} format={format} />
          {!isInCell && <Calendar widget={widget} row={row} control={control} />}
        </>
      )}
    </FieldFrame>
  );
}

/** A cell of a table has the arrow keys, and no room, for a calendar of its own. */
function Calendar({ widget, row, control }: ViewProps<'date_input'> & { control: Control }) {
  const store = useStore();
  return (
    <PickButton
      picking={control}
      name={widget.meta.label || widget.key}
      value={() => store.value(widget, row)}
      onPick={(value) => store.set(widget, row, value)}
    />
  );
}

function DateInput(props: ViewProps<'date_input'> & { control: Control; setHalf: (isHalf: boolean) => void }) {
  const { widget, row, control, setHalf } = props;
  const field = useField(widget, row);
  const input = useRef<HTMLInputElement>(null);
  const { type, textOf, valueFor } = dateControls[control];
  useTypedValue(widget, row, { input, textOf, valueFor });
  return (
    <input
      ref={input}
      id={field.id}
      className={styles.control}
      type={type}
      min={type === 'date' ? '0001-01-01' : undefined}
      max={type === 'date' ? '9999-12-31' : undefined}
      {...field.described}
      onBlur={(event) => {
        setHalf(event.currentTarget.validity.badInput);
        field.leave();
      }}
    />
  );
}

function controlFor({ includeTime, includeDay }: DateInputConfig): Control {
  if (includeTime) return 'moment';
  return includeDay ? 'day' : 'month';
}
