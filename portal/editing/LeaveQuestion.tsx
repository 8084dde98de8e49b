import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';

/** Asks before a page is left that holds something unsaved. */
export function LeaveQuestion({ onAnswer }: { onAnswer: (isFine: boolean) => void }) {
  return (
    <Dialog
      title="Leave without saving?"
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button kind="primary" onClick={() => onAnswer(false)}>
            Stay here
          </Button>
          <Button kind="danger" onClick={() => onAnswer(true)}>
            Leave without saving
          </Button>
        </>
      }
    >
      <p>What you changed since the last save would be lost.</p>
    </Dialog>
  );
}
