import { useFieldValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import styles from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import { hasOwnOptionsOnly, LazyOtherChoice } from './RadioGroup.tsx';
import { canBeCleared, useField } from './useField.ts';

/**
 * A single choice as a native select. A value that is no longer an option stays visible, marked, until another is
 * chosen. An optional answer can be cleared.
 */
export function SelectField(props: ViewProps<'select'>) {
  return hasOwnOptionsOnly(props.widget) ? <PlainSelect {...props} /> : <LazyOtherChoice {...props} />;
}

function PlainSelect({ widget, row }: ViewProps<'select'>) {
  const field = useField(widget, row);
  const value = useFieldValue(widget, row);
  const { options } = widget.config;
  const chosen = typeof value === 'string' ? value : '';
  const selectedOption = options.find((option) => option.value === chosen);
  const selectedLabel = selectedOption
    ? (selectedOption.label ?? chosen)
    : chosen === ''
      ? 'Choose…'
      : `${chosen} (no longer an option)`;
  return (
    <FieldFrame widget={widget} field={field}>
      <select
        id={field.id}
        className={styles.control}
        value={chosen}
        // A narrow column truncates the text.
        title={chosen === '' ? undefined : selectedLabel}
        disabled={field.isReadOnly || field.isDisabled}
        {...field.ariaProps}
        onChange={({ currentTarget }) => field.set(currentTarget.value)}
        onBlur={field.blur}
      >
        {!selectedOption && <option value={chosen}>{selectedLabel}</option>}
        {chosen !== '' && canBeCleared(widget, field) && <option value="">Clear answer</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label ?? option.value}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
