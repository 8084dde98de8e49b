import { widgetText } from '#schemas/changes/words/form-place.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { ErrorList } from '../fields/ErrorList.tsx';
import field from '../fields/Field.module.css';
import { useTableCell } from '../fields/tableCell.ts';
import { useField } from '../fields/useField.ts';
import { useLabelled } from '../options/optionSource.ts';
import { useFieldValue } from '../store/hooks.ts';
import styles from './ReadOnlyField.module.css';

/** A read-only form field as label and text, like in print. */
export function ReadOnlyField({ widget, row }: { widget: ValidWidget; row: Row }) {
  const { id, messages, waived, isLabelHidden } = useField(widget, row);
  const value = useFieldValue(widget, row);
  const text = widgetText(useLabelled(widget, value), value);
  const isInCell = useTableCell() !== null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named group for reading; a fieldset would announce form controls
    <div
      className={`${field.field} ${isInCell ? styles.cell : styles.read}`}
      id={id}
      tabIndex={-1}
      role="group"
      aria-label={widgetName(widget)}
      data-number={widget.type === 'number_input' || undefined}
    >
      <span className={isLabelHidden ? field.unseen : styles.label} aria-hidden="true">
        {widgetName(widget)}
      </span>
      <span className={styles.value} data-empty={text === '–' || undefined}>
        {`${text}${suffixOf(widget, text)}`}
      </span>
      <ErrorList widget={widget} row={row} messages={messages} waived={waived} id={`${id}-error`} />
    </div>
  );
}

/** The suffix of the value, such as its unit. */
function suffixOf({ config }: ValidWidget, text: string): string {
  const suffix = 'floatingSuffix' in config && text !== '–' ? config.floatingSuffix : '';
  return suffix && ` ${suffix}`;
}
