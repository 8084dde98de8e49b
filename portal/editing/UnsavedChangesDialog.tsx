import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';

/**
 * The confirmation dialog for leaving a page with unsaved changes. `isStored` says that they are also stored on the
 * device and will be offered again.
 */
export function UnsavedChangesDialog({
  onAnswer,
  isStored = false,
}: {
  onAnswer: (isFine: boolean) => void;
  isStored?: boolean;
}) {
  return (
    <Dialog
      title="Leave without saving?"
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button kind="primary" onClick={() => onAnswer(false)}>
            Keep editing
          </Button>
          <Button kind="danger" onClick={() => onAnswer(true)}>
            Leave without saving
          </Button>
        </>
      }
    >
      <p>
        {isStored
          ? 'Your unsaved changes are stored on this device only. You can restore them when you come back.'
          : 'Your unsaved changes will be lost.'}
      </p>
    </Dialog>
  );
}
