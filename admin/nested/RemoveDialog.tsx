import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { type RaRecord, RecordContextProvider, useNotify } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import type { FieldComponent } from '../generate/override.ts';
import { ReadOnlyField } from '../generate/read-only.tsx';
import { SaveErrorAlert } from './RowDialog.tsx';
import type { NestedSource } from './source.ts';

interface RemoveDialogProps {
  source: NestedSource;
  row: RaRecord;
  one: string;
  fields: Field[];
  cells: Record<string, FieldComponent | undefined>;
  onClose: () => void;
}

/** Confirms the removal of a child record and shows why it failed. */
export function RemoveDialog({ source, row, one, fields, cells, onClose }: RemoveDialogProps) {
  const id = useId();
  const notify = useNotify();
  const [error, setError] = useState<Error>();
  const [isRemoving, setRemoving] = useState(false);
  const remove = async () => {
    setError(undefined);
    setRemoving(true);
    try {
      await source.remove(row);
      notify('Removed', { type: 'success' });
      onClose();
    } catch (error) {
      setError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setRemoving(false);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>{`Remove this ${one}?`}</DialogTitle>
      <DialogContent>
        {error ? <SaveErrorAlert error={error} onReload={() => void source.reload()} /> : null}
        <RecordContextProvider value={row}>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            {fields.map((field) => (
              <ReadOnlyField key={field.name} field={field} source={field.name} shown={cells[field.name]} />
            ))}
          </Box>
        </RecordContextProvider>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" color="error" disabled={isRemoving} onClick={() => void remove()}>
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}
