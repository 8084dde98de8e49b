import { type InputHTMLAttributes, type Ref, useId } from 'react';
import type { ElementSlot } from '../forms/elementSlot.ts';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

/** The texts around a form control: label, hint, error and warning. */
export type FieldParts = {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** A warning that does not block saving. */
  warning?: string | undefined;
  isRequired?: boolean;
  /**
   * The mark beside the label: `required` on required fields by default; forms with mostly required fields mark the
   * optional ones instead (look, 'Marks').
   */
  mark?: 'required' | 'optional' | '';
};

/** The props that tie a control to its label and descriptions. */
export type FieldControl = {
  id: string;
  className: string | undefined;
  'aria-required': true | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type TextFieldProps = FieldParts & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

/**
 * A field of a page: label (cozy: inside the box), control, hint and error, connected by ARIA attributes. Fields of order
 * forms have a frame of their own (`FieldFrame`): it reads the state of the form engine, aligns with its row by subgrid,
 * prints, and shows waived problems, help and restored values, and its code loads with the form.
 */
export function Field({
  label,
  hint,
  error,
  warning,
  isRequired = false,
  mark = isRequired ? 'required' : '',
  children,
}: FieldParts & { children: (control: FieldControl) => ElementSlot }) {
  const id = useId();
  const described = [hint && `${id}-hint`, warning && `${id}-warning`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span>
        {mark && <span className={styles.required}>{` (${mark})`}</span>}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-required': isRequired || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {warning && (
        <p className={styles.warning} id={`${id}-warning`} role="status">
          <Icon name="alert" size={16} />
          <span>{warning}</span>
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon name="alert" size={16} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** A single-line text input with label, hint and error. */
export function LabeledInput({ label, hint, error, warning, isRequired, mark, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} warning={warning} isRequired={isRequired} mark={mark}>
      {(control) => <input {...input} {...control} />}
    </Field>
  );
}
