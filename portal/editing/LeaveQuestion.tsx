import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';

/** Asks before a page is left that holds something unsaved; what is kept on the device is not lost. */
export function LeaveQuestion({ onAnswer, isKept = false }: { onAnswer: (isFine: boolean) => void; isKept?: boolean }) {
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
      <p>
        {isKept
          ? 'What you changed since the last save is on this device alone. It is offered here when you come back.'
          : 'What you changed since the last save would be lost.'}
      </p>
    </Dialog>
  );
}
