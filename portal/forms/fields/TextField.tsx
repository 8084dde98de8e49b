import { useRef } from 'react';
import type { ViewProps } from '../widgets/viewProps.ts';
import styles from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import { Suffix } from './Suffix.tsx';
import { useAutoResize } from './useAutoResize.ts';
import { useField } from './useField.ts';
import { useTypedField } from './useTypedField.ts';

/** A text input, or a textarea that can auto-resize between its minimum and maximum rows. */
export function TextField({ widget, row }: ViewProps<'text_input'>) {
  return widget.config.textArea ? <Area widget={widget} row={row} /> : <Line widget={widget} row={row} />;
}

function Line({ widget, row }: ViewProps<'text_input'>) {
  const field = useField(widget, row);
  const input = useRef<HTMLInputElement>(null);
  const { events } = useTypedField(widget, row, input);
  return (
    <FieldFrame widget={widget} field={field}>
      <input
        ref={input}
        id={field.id}
        className={styles.control}
        type="text"
        autoComplete="off"
        readOnly={field.isReadOnly}
        disabled={field.isDisabled}
        {...field.ariaProps}
        {...events}
      />
      {widget.config.floatingSuffix && <Suffix text={widget.config.floatingSuffix} />}
    </FieldFrame>
  );
}

function Area({ widget, row }: ViewProps<'text_input'>) {
  const field = useField(widget, row);
  const input = useRef<HTMLTextAreaElement>(null);
  const { events } = useTypedField(widget, row, input);
  const { autoResize, minRows, maxRows } = widget.config;
  useAutoResize(widget, row, autoResize ? input : noRef);
  return (
    <FieldFrame widget={widget} field={field}>
      <textarea
        ref={input}
        id={field.id}
        className={autoResize ? styles.growing : styles.area}
        style={{ '--least-rows': minRows, '--most-rows': Math.max(minRows, maxRows) }}
        rows={minRows}
        readOnly={field.isReadOnly}
        disabled={field.isDisabled}
        {...field.ariaProps}
        {...events}
      />
      {widget.config.floatingSuffix && <Suffix text={widget.config.floatingSuffix} />}
    </FieldFrame>
  );
}

const noRef = { current: null };
