import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { type FormEvent, useId, useState } from 'react';

interface NameDialogProps {
  title: string;
  /** Help text shown while there is no error. */
  hint?: string;
  /** Label of the submit button. */
  verb: string;
  before?: string;
  /** Names of the other blocks. */
  taken: readonly string[];
  /** Resolves to the reason of a failure, or undefined on success. */
  onName: (name: string) => Promise<string | undefined>;
  onClose: () => void;
}

/** Dialog for a block's name; rejects duplicates. */
export function NameDialog({ title, hint, verb, before = '', taken, onName, onClose }: NameDialogProps) {
  const heading = useId();
  const [typed, setTyped] = useState(before);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const name = typed.trim();
  const isTaken = name !== before && taken.some((each) => each.toLowerCase() === name.toLowerCase());
  const problem = isTaken ? 'A block with this name already exists' : error;
  const isDone = name === '' || name === before;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // Keep the submit event from reaching the page's form around the dialog.
    event.stopPropagation();
    if (isDone || isTaken || isBusy) return;
    setBusy(true);
    const why = await onName(name);
    setBusy(false);
    setError(why);
    if (why === undefined) onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={heading}>
      <form onSubmit={(event) => void save(event)}>
        <DialogTitle id={heading}>{title}</DialogTitle>
        <DialogContent sx={{ '&&': { pt: 1 } }}>
          <TextField
            autoFocus
            fullWidth
            label="Name"
            value={typed}
            error={problem !== undefined}
            helperText={problem ?? hint}
            slotProps={{ htmlInput: { maxLength: 100 } }}
            onChange={({ target }) => {
              setTyped(target.value);
              setError(undefined);
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={isDone || isTaken || isBusy}>
            {verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
