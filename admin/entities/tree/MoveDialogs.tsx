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
        <Typography>{`${describeMoveSize(along)} move with it. People in the new location and above it will see them. People who see them only because of the current location will lose access.`}</Typography>
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
  const missing = (value: unknown) => (!value && !mayGoToTop ? 'Missing required field: New parent' : undefined);
  const submit = ({ parent }: Record<string, unknown>) => onMove(typeof parent === 'string' && parent ? parent : null);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="move-title">
      <Form onSubmit={submit} disableInvalidFormNotification>
        <DialogTitle id="move-title">{`Move ${node.name}`}</DialogTitle>
        <DialogContent>
          <OrganizationPicker
            source="parent"
            label="New parent"
            validate={missing}
            isFit={({ id }) => mayGo(id)}
            helperText={mayGoToTop ? 'Leave empty to move it to the top of the tree.' : undefined}
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
