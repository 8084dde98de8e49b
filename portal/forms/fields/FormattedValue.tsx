import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { useFieldValue } from '../store/hooks.ts';
import styles from './Field.module.css';
import type { FieldState } from './useField.ts';
import { useFormattedDate } from './useFormattedDate.ts';

interface FormattedProps {
  widget: ValidWidget;
  row: Row;
  format: string;
}

/** A read-only date or time in its format, as an input that can be focused and copied from. */
export function FormattedInput({ widget, row, field, format }: FormattedProps & { field: FieldState }) {
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
export function PrintedText({ widget, row, format }: FormattedProps) {
  const text = useFormattedDate(useFieldValue(widget, row), format);
  return <span className={styles.printed}>{text || (widget.config.emptyUntilAnswered ? '–' : '')}</span>;
}
