import { useRef, useState } from 'react';
import type { ViewProps } from '../widgets/viewProps.ts';
import styles from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import password from './PasswordField.module.css';
import { useField } from './useField.ts';
import { useTypedField } from './useTypedField.ts';

/** A password input with a button to show it; hidden in print (design 7). */
export function PasswordField({ widget, row }: ViewProps<'password_input'>) {
  const field = useField(widget, row);
  const input = useRef<HTMLInputElement>(null);
  const [isVisible, setVisible] = useState(false);
  const { events } = useTypedField(widget, row, input);
  const name = widget.meta.label || widget.key;
  return (
    <FieldFrame widget={widget} field={field}>
      <input
        ref={input}
        id={field.id}
        className={`${styles.control} ${password.secret}`}
        type={isVisible && !field.isReadOnly ? 'text' : 'password'}
        // Keeps the browser from filling in the user's own password and from saving a client's.
        autoComplete="new-password"
        spellCheck={false}
        readOnly={field.isReadOnly}
        disabled={field.isDisabled}
        {...field.ariaProps}
        {...events}
      />
      {!field.isReadOnly && (
        <button
          type="button"
          className={password.toggle}
          aria-label={`Show ${name}`}
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? 'Hide' : 'Show'}
        </button>
      )}
    </FieldFrame>
  );
}
