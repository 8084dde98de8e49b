import { Alert, Button } from '@mui/material';
import { useCloseNotification } from 'react-admin';

/** A notice of what was done, with the button that takes it back. */
export function Undoable({ words, onUndo }: { words: string; onUndo: () => void }) {
  const close = useCloseNotification();
  const undo = () => {
    close();
    onUndo();
  };
  return (
    <Alert
      severity="success"
      action={
        <Button color="inherit" size="small" onClick={undo}>
          Undo
        </Button>
      }
    >
      {words}
    </Alert>
  );
}
