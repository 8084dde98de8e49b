import { useValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import styles from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import { useField } from './useField.ts';

/** One of many. A value that is no longer offered stays in sight, marked, until another is chosen. */
export function SelectField({ widget, row }: ViewProps<'select'>) {
  const field = useField(widget, row);
  const value = useValue(widget, row);
  const { options } = widget.config;
  const chosen = typeof value === 'string' ? value : '';
  const isOffered = options.some((option) => option.value === chosen);
  return (
    <FieldFrame widget={widget} field={field}>
      <select
        id={field.id}
        className={styles.control}
        value={chosen}
        disabled={field.isLocked || field.isDisabled}
        {...field.described}
        onChange={(event) => field.set(event.currentTarget.value)}
        onBlur={field.leave}
      >
        {!isOffered && <option value={chosen}>{chosen === '' ? 'Choose…' : `${chosen} (not offered)`}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label ?? option.value}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
