import { useRef } from 'react';
import { useTypedValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import styles from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import { FormattedInput, PrintedText } from './FormattedValue.tsx';
import { useField } from './useField.ts';

/** A time of day, by the browser's own control; where it is only read, in its format. */
export function TimeField({ widget, row }: ViewProps<'time_input'>) {
  const field = useField(widget, row);
  const { format } = widget.config;
  return (
    <FieldFrame widget={widget} field={field}>
      {field.isLocked ? (
        <FormattedInput widget={widget} row={row} field={field} format={format} />
      ) : (
        <>
          <TimeInput widget={widget} row={row} />
          <PrintedText widget={widget} row={row} format={format} />
        </>
      )}
    </FieldFrame>
  );
}

function TimeInput({ widget, row }: ViewProps<'time_input'>) {
  const field = useField(widget, row);
  const input = useRef<HTMLInputElement>(null);
  useTypedValue(widget, row, { input, textOf, valueFor });
  return (
    <input ref={input} id={field.id} className={styles.control} type="time" {...field.described} onBlur={field.leave} />
  );
}

/** The control takes seconds, but nothing else that may follow a time. */
const textOf = (value: unknown) => (typeof value === 'string' ? (/^\d\d:\d\d(:\d\d)?/.exec(value)?.[0] ?? '') : '');
const valueFor = (typed: string) => typed;
