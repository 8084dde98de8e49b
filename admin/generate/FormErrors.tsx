import { Alert, AlertTitle, Box, Link } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { ValidationError } from 'react-admin';
import { flushSync } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import { tabOf } from '#schemas/resource/back-office.ts';
import { type Field, fieldsOf } from '#schemas/resource/resource.ts';
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

/** Human-readable label of a dotted field path: 'Business address, ZIP code', 'Included products 2, At least'. */
export function fieldPathLabel(fields: Field[], path: string): string {
  const [name = '', ...rest] = path.split('.');
  const field = fields.find((each) => each.name === name);
  if (!field) return path;
  const [index, ...below] = rest;
  const isRow = field.kind === 'list' && index !== undefined && /^\d+$/.test(index);
  const label = isRow ? `${field.label} ${Number(index) + 1}` : field.label;
  const deeper = isRow ? below : rest;
  const inner = isRow ? field.property.items : field.property;
  if (deeper.length === 0 || !inner?.properties) return label;
  return `${label}, ${fieldPathLabel(fieldsOf(inner, name), deeper.join('.'))}`;
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

interface FormError {
  /** Dotted path, like the input's name. */
  path: string;
  message: string;
}

/** Flattens react-hook-form's tree of errors to a list of paths and messages. */
export function errorsIn(errors: unknown, path = ''): FormError[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if ('message' in errors && typeof errors.message === 'string' && errors.message !== '') {
    return [{ path, message: errors.message }];
  }
  // Errors of a whole list are under `root`, which may also be a regular key.
  const isRule = (inner: unknown) => typeof inner === 'object' && inner !== null && 'message' in inner;
  const below = (name: string, inner: unknown) => (name === 'root' && isRule(inner) ? path : `${path}.${name}`);
  return Object.entries(errors)
    .filter(([name]) => name !== 'ref')
    .flatMap(([name, inner]) => errorsIn(inner, path === '' ? name : below(name, inner)));
}
