import { useValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import styles from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import { canBeCleared, useField } from './useField.ts';

/**
 * One of many. A value that is no longer offered stays in sight, marked, until another is chosen; an answer that is not
 * required can be cleared.
 */
export function SelectField({ widget, row }: ViewProps<'select'>) {
  const field = useField(widget, row);
  const value = useValue(widget, row);
  const { options } = widget.config;
  const chosen = typeof value === 'string' ? value : '';
  const offered = options.find((option) => option.value === chosen);
  const shown = offered ? (offered.label ?? chosen) : chosen === '' ? 'Choose…' : `${chosen} (not offered)`;
  return (
    <FieldFrame widget={widget} field={field}>
      <select
        id={field.id}
        className={styles.control}
        value={chosen}
        // A narrow column cuts it off.
        title={chosen === '' ? undefined : shown}
        disabled={field.isLocked || field.isDisabled}
        {...field.described}
        onChange={({ currentTarget }) => field.set(currentTarget.value)}
        onBlur={field.leave}
      >
        {!offered && <option value={chosen}>{shown}</option>}
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
