import { Alert, Button } from '@mui/material';
import { useCloseNotification } from 'react-admin';

/** Notification with an Undo button. */
export function UndoNotification({ words, onUndo }: { words: string; onUndo: () => void }) {
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
