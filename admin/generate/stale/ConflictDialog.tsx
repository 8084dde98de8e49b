import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { type FormEvent, useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { Merge } from '../../provider/merge.ts';
import { sayDateTime } from '../value-text.ts';
import { FieldChoice, type Side } from './FieldChoice.tsx';

interface ConflictDialogProps {
  merge: Merge;
  base: RaRecord;
  mine: Record<string, unknown>;
  theirs: RaRecord;
  /** Why the chosen values could not be saved. */
  refusal: string[];
  isSaving: boolean;
  /** Saves with this person's value of these fields, and the other person's of the rest. */
  onSave: (keptMine: string[]) => void;
  onClose: () => void;
}

/** Shows what two people changed in the same fields and lets this one take either side, field by field. */
export function ConflictDialog({ merge, base, mine, theirs, refusal, isSaving, onSave, onClose }: ConflictDialogProps) {
  const [sides, setSides] = useState<Record<string, Side | undefined>>({});
  const [isAsked, setAsked] = useState(false);
  const { asked } = merge;
  const takeAll = (side: Side) => setSides(Object.fromEntries(asked.map(({ name }) => [name, side])));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A portal's events reach the form that it was opened from.
    event.stopPropagation();
    setAsked(true);
    if (asked.some(({ name }) => !sides[name])) return;
    onSave(asked.map(({ name }) => name).filter((name) => sides[name] === 'mine'));
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" scroll="paper" aria-labelledby="conflict-title">
      <Box
        component="form"
        onSubmit={submit}
        noValidate
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id="conflict-title">Somebody else saved this record meanwhile</DialogTitle>
        <DialogContent dividers tabIndex={0} sx={{ display: 'grid', gap: 3 }}>
          <DialogContentText component="div">
            Saved {sayDateTime(theirs.updatedAt)}. You both changed{' '}
            {asked.length === 1 ? 'one field' : `${asked.length} fields`}: take the value that is right.
            <Others merge={merge} />
          </DialogContentText>
          {asked.length > 1 ? (
            <Box sx={{ display: 'flex', gap: 1 }}>
              <Button size="small" variant="outlined" color="inherit" onClick={() => takeAll('mine')}>
                Take all of mine
              </Button>
              <Button size="small" variant="outlined" color="inherit" onClick={() => takeAll('theirs')}>
                Take all of theirs
              </Button>
            </Box>
          ) : null}
          {asked.map((field) => (
            <FieldChoice
              key={field.name}
              field={field}
              records={{ mine, theirs, base }}
              side={sides[field.name]}
              isMissing={isAsked && !sides[field.name]}
              onTake={(side) => setSides({ ...sides, [field.name]: side })}
            />
          ))}
          {refusal.map((words) => (
            <Alert key={words} severity="error">
              {words}
            </Alert>
          ))}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Keep editing
          </Button>
          <Button type="submit" variant="contained" disabled={isSaving}>
            Save
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

/** What needs no decision, by name. */
function Others({ merge: { mine, theirs, asked } }: { merge: Merge }) {
  const own = Object.keys(mine).length;
  if (own === 0 && theirs.length === 0) return null;
  return (
    <Box sx={{ mt: 1 }}>
      {theirs.length > 0 ? `Theirs alone, kept: ${theirs.map(({ label }) => label).join(', ')}. ` : null}
      {own > 0
        ? `Yours alone, saved along: ${own} ${asked.length > 0 ? 'more ' : ''}${own === 1 ? 'field' : 'fields'}.`
        : null}
    </Box>
  );
}
