import { Alert, AlertTitle, Link } from '@mui/material';
import { useEffect, useRef } from 'react';
import { ValidationError } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useDescribed } from './described.tsx';
import { errorsIn } from './form-errors.ts';
import { labelAt } from './label-at.ts';

/**
 * All that is wrong with a form in one place, each with the way to its input. What the server said is forgotten when
 * the form is sent again: an error at a place without an input would stop the form for good.
 */
export function FormErrors() {
  const { resource } = useDescribed();
  const { formState, clearErrors, setFocus } = useFormContext();
  const place = useRef<HTMLDivElement>(null);
  const errors = errorsIn(formState.errors);
  useEffect(() => {
    const form = place.current?.closest('form');
    const forget = () => clearErrors();
    form?.addEventListener('submit', forget, { capture: true });
    return () => form?.removeEventListener('submit', forget, { capture: true });
  }, [clearErrors]);
  return (
    <div ref={place}>
      {errors.length > 0 ? (
        <Alert severity="error" sx={{ mb: 1.5, maxHeight: 180, overflowY: 'auto' }}>
          <AlertTitle>Not saved yet</AlertTitle>
          <ul style={{ margin: 0, paddingLeft: 18 }}>
            {errors.map(({ path, message }) => (
              <li key={path}>
                <Link
                  component="button"
                  type="button"
                  color="inherit"
                  underline="always"
                  onClick={() => setFocus(path)}
                  sx={{ verticalAlign: 'baseline' }}
                >
                  {labelAt(resource.fields, path)}
                </Link>
                : <ValidationError error={message} />
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </div>
  );
}
