import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { Form, TextInput } from 'react-admin';
import type { SavedView } from '#schemas/generated/types.ts';
import { OrganizationPicker } from '../entities/OrganizationPicker.tsx';
import { apiErrorBody, codeOf } from '../provider/http.ts';

interface ViewDialogProps {
  title: string;
  view: Partial<SavedView>;
  /** Which fields to ask for. */
  formFields: ('name' | 'entityId')[];
  /** Throws what `request` throws. */
  onSave: (view: Partial<SavedView>) => Promise<void>;
  onClose: () => void;
}

/** Dialog that names or shares a view; errors appear at their fields. */
export function ViewDialog({ title, view, formFields, onSave, onClose }: ViewDialogProps) {
  const save = async (values: Record<string, unknown>) => {
    try {
      await onSave(Object.fromEntries(formFields.map((name) => [name, values[name] ?? null])));
      onClose();
    } catch (error) {
      return errorsOf(error, formFields[0] ?? 'name');
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="view-title">
      <Form record={view} onSubmit={save} disableInvalidFormNotification>
        <DialogTitle id="view-title">{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {formFields.includes('name') ? (
            <TextInput source="name" label="Name" helperText={false} autoFocus required />
          ) : null}
          {formFields.includes('entityId') ? (
            <OrganizationPicker
              source="entityId"
              label="Shared in"
              helperText="Everyone in this organization and below it can use the view. Leave empty to keep it private."
            />
          ) : null}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained">
            Save
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Maps an API error to fields; other errors appear at the first. */
function errorsOf(error: unknown, first: string): Record<string, string> {
  const { errors } = apiErrorBody(error);
  if (errors && Object.keys(errors).length > 0) return errors;
  if (codeOf(error) === 'RESOURCE_CONFLICT') return { [first]: 'You already have a view with this name' };
  return { [first]: error instanceof Error ? error.message : String(error) };
}
