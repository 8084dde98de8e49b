import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';

interface SendBackDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onSend: (reason: string) => void;
}

/** Asks a moderator what the person who ordered has to change; without a reason nothing goes back (design 6). */
export function SendBackDialog({ isOpen, onClose, onSend }: SendBackDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setMissing(true);
    onSend(reason.trim());
  };
  return (
    <Dialog open={isOpen} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="send-back-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="send-back-title">Send back to draft</DialogTitle>
        <DialogContent>
          <TextField
            label="Reason"
            required
            autoFocus
            multiline
            minRows={3}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={isMissing}
            helperText={isMissing ? 'Missing required field: Reason' : 'The person who ordered reads this.'}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Keep it pending
          </Button>
          <Button type="submit" variant="contained">
            Send back
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
