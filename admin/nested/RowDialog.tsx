import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { Form, type RaRecord, RecordContextProvider, useNotify } from 'react-admin';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { FieldGrid } from '../generate/FieldGrid.tsx';
import { FormErrors } from '../generate/FormErrors.tsx';
import { FieldInput } from '../generate/inputs.tsx';
import type { AnyOverride } from '../generate/override.ts';
import { ResourceScreenContext } from '../generate/resource-screen.tsx';
import { apiErrorBody, codeOf } from '../provider/http.ts';
import { createPayload, updatePayload } from '../provider/payloads.ts';
import type { NestedSource, RowValues } from './source.ts';

interface RowDialogProps {
  source: NestedSource;
  /** Undefined when adding a record. */
  row: RaRecord | undefined;
  title: string;
  fields: Field[];
  override: AnyOverride;
  onClose: () => void;
}

/**
 * Dialog to add or edit a child record. Edits send the revision that was read (optimistic locking); field errors appear
 * at their inputs.
 */
export function RowDialog({ source, row, title, fields, override, onClose }: RowDialogProps) {
  const { resource } = source;
  const id = useId();
  const notify = useNotify();
  const [error, setError] = useState<Error>();
  const [isSaving, setSaving] = useState(false);
  const save = async (data: RowValues) => {
    setError(undefined);
    setSaving(true);
    try {
      await (row
        ? source.update(row, updatePayload(resource, data, row))
        : source.create(createPayload(resource, data)));
      notify(row ? 'Saved' : 'Added', { type: 'success' });
      onClose();
      return undefined;
    } catch (error) {
      const { errors = {} } = apiErrorBody(error);
      if (Object.keys(errors).length > 0) return errors;
      setError(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <ResourceScreenContext.Provider value={{ resource, override }}>
        <RecordContextProvider value={row ?? startOf(resource)}>
          <Form onSubmit={save} disableInvalidFormNotification noValidate>
            <DialogTitle id={id}>{title}</DialogTitle>
            <DialogContent>
              <FormErrors />
              {error ? <SaveErrorAlert error={error} onReload={row ? () => void source.reload() : undefined} /> : null}
              <FieldGrid fields={fields}>
                {(field) => {
                  const Input = override.inputs?.[field.name] ?? FieldInput;
                  return <Input field={field} source={field.name} />;
                }}
              </FieldGrid>
            </DialogContent>
            <DialogActions>
              <Button color="inherit" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" variant="contained" disabled={isSaving}>
                {row ? 'Save' : 'Add'}
              </Button>
            </DialogActions>
          </Form>
        </RecordContextProvider>
      </ResourceScreenContext.Provider>
    </Dialog>
  );
}

interface RowErrorProps {
  error: Error;
  /** Undefined if there is nothing to reload. */
  onReload?: (() => void) | undefined;
}

/** Error of a failed save; offers to reload after a conflict. */
export function SaveErrorAlert({ error, onReload }: RowErrorProps) {
  const isStale = onReload !== undefined && codeOf(error) === 'RESOURCE_CONFLICT';
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        isStale ? (
          <Button color="inherit" size="small" onClick={onReload} sx={{ whiteSpace: 'nowrap' }}>
            Reload
          </Button>
        ) : null
      }
    >
      {error.message}
    </Alert>
  );
}

/** A new record starts with the schema's defaults. */
function startOf({ fields }: Resource): RowValues {
  return Object.fromEntries(
    fields.flatMap(({ name, property }) =>
      property.default === undefined || property.readOnly ? [] : [[name, property.default]],
    ),
  );
}
