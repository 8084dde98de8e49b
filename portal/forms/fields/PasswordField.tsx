import { useRef, useState } from 'react';
import type { ViewProps } from '../widgets/viewProps.ts';
import styles from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import password from './PasswordField.module.css';
import { useField } from './useField.ts';
import { useTypedField } from './useTypedField.ts';

/** A secret text: dots, unless the one who types it asks to see it; never on paper (design 7). */
export function PasswordField({ widget, row }: ViewProps<'password_input'>) {
  const field = useField(widget, row);
  const input = useRef<HTMLInputElement>(null);
  const [isSeen, setSeen] = useState(false);
  const { events } = useTypedField(widget, row, input);
  const name = widget.meta.label || widget.key;
  return (
    <FieldFrame widget={widget} field={field}>
      <input
        ref={input}
        id={field.id}
        className={`${styles.control} ${password.secret}`}
        type={isSeen && !field.isLocked ? 'text' : 'password'}
        // A browser must neither offer a person's own password here nor keep a client's.
        autoComplete="new-password"
        spellCheck={false}
        readOnly={field.isLocked}
        disabled={field.isDisabled}
        {...field.described}
        {...events}
      />
      {!field.isLocked && (
        <button
          type="button"
          className={password.toggle}
          aria-label={`Show ${name}`}
          aria-pressed={isSeen}
          onClick={() => setSeen(!isSeen)}
        >
          {isSeen ? 'Hide' : 'Show'}
        </button>
      )}
    </FieldFrame>
  );
}
