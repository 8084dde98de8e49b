import { useEffect } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { ClientInput } from '#schemas/generated/types.ts';
import { fieldErrors } from '../editing/autosaveBackoff.ts';
import { useFormatWarning } from '../editing/useFormatWarning.ts';
import { inputModeOf } from '../forms/inputMode.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './ClientForm.module.css';
import {
  type ClientPath,
  clientField,
  clientFieldError,
  clientPathOf,
  clientRowsFor,
  normalizeClient,
} from './clientFields.ts';

/**
 * The input form of a client. `values` are the saved or empty values; a new object resets the form. Validation errors
 * of the API appear at their inputs, any other error above the button.
 */
export function ClientForm({
  values,
  submit,
  isReadOnly = false,
  isSaving,
  error,
  onSubmit,
  onType,
}: {
  values: ClientInput;
  submit: string;
  isReadOnly?: boolean;
  isSaving: boolean;
  error: Error | null;
  onSubmit: (client: ClientInput) => void;
  /** Called on every change of a value. */
  onType: (client: ClientInput) => void;
}) {
  const { user } = useSignedIn();
  const form = useForm<ClientInput>({ defaultValues: values, values, resetOptions: { keepDirtyValues: false } });
  const { errors } = form.formState;
  const { setError, getFieldState, subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values: typed }) => onType(normalizeClient(typed)) }),
    [subscribe, onType],
  );
  const fields = fieldErrors(error);
  const isShownAtInputs = fields.length > 0 && fields.every(({ path }) => clientPathOf(path));
  useEffect(() => {
    let isFirst = true;
    for (const { path, message } of fieldErrors(error)) {
      const name = clientPathOf(path);
      if (!name) continue;
      setError(name, { type: 'server', message }, { shouldFocus: isFirst });
      isFirst = false;
    }
  }, [error, setError]);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => void form.handleSubmit((typed) => !isSaving && onSubmit(normalizeClient(typed)))(event)}
    >
      <fieldset className={styles.fields} disabled={isReadOnly} aria-label="Client">
        {clientRowsFor(user).map((row) => (
          <div key={row[0]} className={styles.row}>
            {row.map((path) => (
              <ClientText
                key={path}
                path={path}
                form={form}
                error={errors ? getFieldState(path, form.formState).error?.message : undefined}
              />
            ))}
          </div>
        ))}
      </fieldset>
      {error && !isShownAtInputs && <Banner status="error" title={error.message} />}
      {!isReadOnly && (
        <div className={styles.actions}>
          <Button type="submit" kind="primary" isBusy={isSaving}>
            {submit}
          </Button>
        </div>
      )}
    </form>
  );
}

interface ClientTextProps {
  path: ClientPath;
  form: UseFormReturn<ClientInput>;
  error: string | undefined;
}

/** One input of the form, with a format warning for an unusual value. */
function ClientText({ path, form, error }: ClientTextProps) {
  const { label, property, isRequired } = clientField(path);
  const { warning, focus, leave } = useFormatWarning(useWatch({ control: form.control, name: path }), property);
  const { onBlur, ...input } = form.register(path, { validate: (value) => clientFieldError(path, value) });
  return (
    <LabeledInput
      label={label}
      hint={property.description}
      isRequired={isRequired}
      mark={isRequired ? '' : 'optional'}
      maxLength={property.maxLength}
      inputMode={inputModeOf(property)}
      // Disables autofill: it would insert the details of the person who fills in the form.
      autoComplete="off"
      error={error}
      warning={error ? undefined : warning}
      onFocus={focus}
      onBlur={(event) => {
        leave(event);
        void onBlur(event);
      }}
      {...input}
    />
  );
}
