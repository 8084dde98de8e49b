import { Alert, AlertTitle, Box, Link } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { ValidationError } from 'react-admin';
import { flushSync } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import { tabOf } from '#schemas/resource/back-office.ts';
import { errorsIn, fieldPathLabel } from './form-errors.ts';
import { jsonPathLabel } from './json/json-path-label.ts';
import { useResourceScreen } from './resource-screen.tsx';
import { useOpenTab } from './tabs.tsx';

/**
 * Error summary of a form, with links to the inputs. Submitting clears server errors: one without an input would block
 * the form for good.
 */
export function FormErrors() {
  const { resource } = useResourceScreen();
  const { formState, clearErrors, setFocus, getValues } = useFormContext();
  const place = useRef<HTMLDivElement>(null);
  const errors = errorsIn(formState.errors).map(({ path, message }) => {
    const [name = '', ...keys] = path.split('.');
    const isInJson = keys.length > 0 && resource.fields.some((field) => field.name === name && field.kind === 'map');
    const label = fieldPathLabel(resource.fields, path);
    if (!isInJson) return { path, input: path, label, message };
    return { path, input: name, label: `${label}, ${jsonPathLabel(getValues(name), keys)}`, message };
  });
  const { open } = useOpenTab();
  const goTo = (path: string) => {
    const tab = tabOf(resource, path.split('.')[0] ?? '');
    // Open the tab first; a hidden input cannot be focused.
    if (tab !== undefined) flushSync(() => open(tab));
    setFocus(path);
  };
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
            {errors.map(({ path, input, label, message }) => (
              <li key={path}>
                <Link
                  component="button"
                  type="button"
                  color="inherit"
                  underline="always"
                  onClick={() => goTo(input)}
                  sx={{ verticalAlign: 'baseline' }}
                >
                  {label}
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

/** Sticky bar at the bottom of a form with the errors and the buttons. */
export function FormBar({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        mt: 2,
        py: 1.5,
        bgcolor: 'background.default',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <FormErrors />
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>{children}</Box>
    </Box>
  );
}
