import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormLabel,
} from '@mui/material';
import { useState } from 'react';
import { Form } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { bulkFields } from '#schemas/bulk/bulk-jobs.ts';
import { isNullable } from '#schemas/resource/kind.ts';
import { type Field, isRemovable } from '#schemas/resource/resource.ts';
import { countWithNoun } from '../catalogue.ts';
import { useMaySet, useVisible } from '../field-access.ts';
import { FieldInput } from '../inputs.tsx';
import type { BulkActionsProps } from '../override.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import { BulkJobDialog } from './BulkJobDialog.tsx';

interface BulkFieldsDialogProps {
  title: string;
  /** The properties to enter. */
  fields: Field[];
  /** Shown above them. */
  picker?: ElementSlot;
  onAnswer: (values: Record<string, unknown>) => void;
  onClose: () => void;
}

/** The values of a form for a job: an empty value removes an optional property, a checkbox is on or off. */
export function bulkValues(fields: readonly Field[], typed: FieldValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const value: unknown = typed[field.name];
      if (field.kind === 'boolean') return [field.name, value === true];
      const canBeNone = isNullable(field.property) || isRemovable(field);
      const isEmpty = value === undefined || value === null || value === '';
      return [field.name, isEmpty ? (canBeNone ? null : '') : value];
    }),
  );
}

/** Asks for the values of properties, with the inputs that a record's page has. */
export function BulkFieldsDialog({ title, fields, picker, onAnswer, onClose }: BulkFieldsDialogProps) {
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="bulk-fields-title">
      <DialogTitle id="bulk-fields-title">{title}</DialogTitle>
      <Form record={{}} onSubmit={(typed: FieldValues) => onAnswer(bulkValues(fields, typed))}>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
          {picker}
          {fields.map((field) => (
            <FieldInput key={field.name} field={field} source={field.name} />
          ))}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" variant="contained" disabled={fields.length === 0}>
            Continue
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** The generated bulk edit: the user chooses properties and enters their new values, then the job's preview follows. */
export function BulkEditDialog({
  selection,
  count,
  onClose,
}: Omit<BulkActionsProps, 'records'> & { onClose: () => void }) {
  const { resource } = useResourceScreen();
  const isVisible = useVisible();
  const maySet = useMaySet();
  const [names, setNames] = useState<string[]>([]);
  const [input, setInput] = useState<object>();
  const titleOf = (number: number) => `Change ${countWithNoun(resource, number)}`;
  if (input) {
    const command = { action: 'set', input, titleOf, done: 'changed' };
    return <BulkJobDialog command={command} selection={selection} count={count} onClose={onClose} />;
  }
  const fields = bulkFields(resource).filter((field) => isVisible(field) && maySet(field));
  return (
    <BulkFieldsDialog
      title={titleOf(count)}
      fields={fields.filter(({ name }) => names.includes(name))}
      picker={
        <FormControl component="fieldset">
          <FormLabel component="legend">Fields to change</FormLabel>
          <FormGroup row>
            {fields.map(({ name, label }) => (
              <FormControlLabel
                key={name}
                label={label}
                control={
                  <Checkbox
                    size="small"
                    checked={names.includes(name)}
                    onChange={(_event, isChosen) =>
                      setNames(isChosen ? [...names, name] : names.filter((each) => each !== name))
                    }
                  />
                }
              />
            ))}
          </FormGroup>
        </FormControl>
      }
      onAnswer={setInput}
      onClose={onClose}
    />
  );
}
