import { characterCount } from '#schemas/forms/kinds/kinds.ts';
import { useFieldValue, useFormStore } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import styles from './Field.module.css';
import { useTableCell } from './tableCell.ts';

/** The characters of a text beside its maximum: '12 of 200 characters'. It follows each keystroke by itself. */
export function CharacterCounter({ widget, row }: ViewProps<'text_input'>) {
  const store = useFormStore();
  const value = useFieldValue(widget, row);
  const isInCell = useTableCell() !== null;
  const { maxLength = 0 } = widget.config;
  const count = typeof value === 'string' ? characterCount(value) : 0;
  // A table cell has no room for it.
  if (store.isReadOnly || isInCell) return null;
  return (
    <p
      id={`${store.elementId(widget, row)}-count`}
      className={styles.count}
      data-over={count > maxLength || undefined}
    >{`${count.toLocaleString('en-US')} of ${maxLength.toLocaleString('en-US')} characters`}</p>
  );
}
