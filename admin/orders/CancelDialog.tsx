import { Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { Order as orderSchema } from '#schemas/generated/registry.ts';
import type { Order } from '#schemas/generated/types.ts';
import { choicesOf } from '../generate/scalar-inputs.tsx';

type Cancelation = Pick<Order, 'cancelationReason'> & Partial<Pick<Order, 'cancelationNotes'>>;

interface CancelDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onCancel: (cancelation: Cancelation) => void;
}

const reasons = choicesOf(orderSchema.properties.cancelationReason ?? {});

/** Asks why an order is canceled: one of the spec's five reasons, and notes if there is more to say. */
export function CancelDialog({ isOpen, onClose, onCancel }: CancelDialogProps) {
  const [reason, setReason] = useState('');
  const [notes, setNotes] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReason(reason)) return setMissing(true);
    onCancel({ cancelationReason: reason, ...(notes.trim() === '' ? {} : { cancelationNotes: notes.trim() }) });
  };
  return (
    <Dialog open={isOpen} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="cancel-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="cancel-title">Cancel the order</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <TextField
            label="Cancelation reason"
            required
            select
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={isMissing}
            helperText={isMissing ? 'Missing required field: Cancelation reason' : undefined}
          >
            {reasons.map(({ id, name }) => (
              <MenuItem key={name} value={String(id)}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="Notes"
            multiline
            minRows={2}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Keep the order
          </Button>
          <Button type="submit" variant="contained">
            Cancel the order
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const isReason = (value: string): value is NonNullable<Order['cancelationReason']> =>
  reasons.some(({ id }) => id === value);
