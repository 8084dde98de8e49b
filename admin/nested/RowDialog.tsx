import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { Form, type RaRecord, RecordContextProvider, useNotify } from 'react-admin';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { DescribedContext } from '../generate/described.tsx';
import { FieldGrid } from '../generate/FieldGrid.tsx';
import { FormErrors } from '../generate/FormErrors.tsx';
import { FieldInput } from '../generate/inputs.tsx';
import type { AnyOverride } from '../generate/override.ts';
import { changesOf, newValuesOf } from '../provider/changes.ts';
import { codeOf, refusalOf } from '../provider/http.ts';
import type { NestedSource, Values } from './source.ts';

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
  const [refusal, setRefusal] = useState<Error>();
  const [isSaving, setSaving] = useState(false);
  const save = async (data: Values) => {
    setRefusal(undefined);
    setSaving(true);
    try {
      await (row ? source.update(row, changesOf(resource, data, row)) : source.create(newValuesOf(resource, data)));
      notify(row ? 'Saved' : 'Added', { type: 'success' });
      onClose();
      return undefined;
    } catch (error) {
      const { errors = {} } = refusalOf(error);
      if (Object.keys(errors).length > 0) return errors;
      setRefusal(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DescribedContext.Provider value={{ resource, override }}>
        <RecordContextProvider value={row ?? startOf(resource)}>
          <Form onSubmit={save} disableInvalidFormNotification noValidate>
            <DialogTitle id={id}>{title}</DialogTitle>
            <DialogContent>
              <FormErrors />
              {refusal ? <Refusal error={refusal} onReload={row ? () => void source.reload() : undefined} /> : null}
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
      </DescribedContext.Provider>
    </Dialog>
  );
}

interface RefusalProps {
  error: Error;
  /** Undefined if there is nothing to reload. */
  onReload?: (() => void) | undefined;
}

/** Error of a failed save; offers to reload after a conflict. */
export function Refusal({ error, onReload }: RefusalProps) {
  const isStale = onReload !== undefined && codeOf(error) === 'RESOURCE_CONFLICT';
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        isStale ? (
          <Button color="inherit" size="small" onClick={onReload} sx={{ whiteSpace: 'nowrap' }}>
            Load it again
          </Button>
        ) : null
      }
    >
      {error.message}
    </Alert>
  );
}

/** A new record starts with the schema's defaults. */
function startOf({ fields }: Resource): Values {
  return Object.fromEntries(
    fields.flatMap(({ name, property }) =>
      property.default === undefined || property.readOnly ? [] : [[name, property.default]],
    ),
  );
}
