import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { Form } from 'react-admin';
import { OrganizationPicker } from '../OrganizationPicker.tsx';
import { describeMoveSize, type EntityNode } from './entity-nodes.ts';
import { describeTarget, type PendingMove } from './useEntityMoves.tsx';

/** Confirmation of a move that affects many records. */
export function ConfirmMoveDialog({
  pendingMove: { entity, to, along },
  onAnswer,
}: {
  pendingMove: PendingMove;
  onAnswer: (isConfirmed: boolean) => void;
}) {
  return (
    <Dialog open onClose={() => onAnswer(false)} fullWidth maxWidth="xs" aria-labelledby="move-question">
      <DialogTitle id="move-question">{`Move ${entity.name} ${describeTarget(to)}?`}</DialogTitle>
      <DialogContent>
        <Typography>{`It takes along ${describeMoveSize(along)}. People there and above see them then, and those who see them only by where they are now no longer do.`}</Typography>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <Button variant="contained" autoFocus onClick={() => onAnswer(true)}>
          Move
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface MoveDialogProps {
  node: EntityNode;
  /** Whether the entity may move below the entity with this id. */
  mayGo: (to: string) => boolean;
  mayGoToTop: boolean;
  onMove: (to: string | null) => void;
  onClose: () => void;
}

/** Dialog for choosing a new parent, the alternative to drag and drop. */
export function MoveEntityDialog({ node, mayGo, mayGoToTop, onMove, onClose }: MoveDialogProps) {
  const missing = (value: unknown) => (!value && !mayGoToTop ? 'Missing required field: Parent' : undefined);
  const submit = ({ parent }: Record<string, unknown>) => onMove(typeof parent === 'string' && parent ? parent : null);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="move-title">
      <Form onSubmit={submit} disableInvalidFormNotification>
        <DialogTitle id="move-title">{`Move ${node.name}`}</DialogTitle>
        <DialogContent>
          <OrganizationPicker
            source="parent"
            label="Below"
            validate={missing}
            isFit={({ id }) => mayGo(id)}
            helperText={mayGoToTop ? 'Left empty, it goes to the top of the tree.' : undefined}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained">
            Move
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
