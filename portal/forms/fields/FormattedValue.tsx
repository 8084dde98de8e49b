import type { Row } from '#schemas/forms/filling/row.ts';
import type { SoundWidget } from '#schemas/forms/form.ts';
import { useValue } from '../store/hooks.ts';
import styles from './Field.module.css';
import { useFormatted } from './formatted.ts';
import type { FieldState } from './useField.ts';

interface FormattedProps {
  widget: SoundWidget;
  row: Row;
  format: string;
}

/** A date or time that is only read: as its format writes it, in a field that can be reached and copied from. */
export function FormattedInput({ widget, row, field, format }: FormattedProps & { field: FieldState }) {
  return (
    <input
      id={field.id}
      className={styles.control}
      type="text"
      readOnly
      disabled={field.isDisabled}
      value={useFormatted(useValue(widget, row), format)}
      {...field.described}
    />
  );
}

/** A date or time on paper: a control of the browser would be printed in the browser's own format. */
export function PrintedText({ widget, row, format }: FormattedProps) {
  const text = useFormatted(useValue(widget, row), format);
  return <span className={styles.printed}>{text || (widget.config.emptyUntilAnswered ? '–' : '')}</span>;
}
